"""Logging configuration: structlog, with one JSON object per line in production.

Log entries never contain request bodies, tokens, names or secrets.
"""

import logging
import sys

import structlog

from service.settings import LogFormat, LogLevel


def _console() -> structlog.dev.ConsoleRenderer:
    # Plain tracebacks: rich ones print local variables, which may contain tokens and secrets.
    return structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback)


def configure(log_format: LogFormat, level: LogLevel) -> None:
    """Configure logging for the process, including its libraries."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if log_format == "json":
        shared.append(structlog.processors.format_exc_info)
    renderer = structlog.processors.JSONRenderer() if log_format == "json" else _console()
    threshold = logging.getLevelName(level.upper())
    structlog.configure(
        processors=[*shared, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(threshold),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    logging.basicConfig(handlers=[handler], level=max(threshold, logging.WARNING), force=True)
