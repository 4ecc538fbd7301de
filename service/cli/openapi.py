"""`python -m service.cli.openapi` writes `openapi/openapi.json`; with `--check` it fails if that file is stale."""

import json
import sys
from pathlib import Path

from domain.catalogue import CATALOGUE, Catalogue
from service.app import routes_only

_FILE = Path(__file__).parents[2] / "openapi" / "openapi.json"


def document(catalogue: Catalogue = CATALOGUE) -> bytes:
    """Write the document as it is committed: JSON, two spaces, keys as they come."""
    schema = routes_only(catalogue).openapi_schema.to_schema()
    return (json.dumps(schema, indent=2, ensure_ascii=False) + "\n").encode()


def main() -> None:
    """Write the file, or with `--check` compare it."""
    fresh = document()
    if "--check" not in sys.argv[1:]:
        _FILE.write_bytes(fresh)
    elif not _FILE.exists() or _FILE.read_bytes() != fresh:
        sys.exit("openapi/openapi.json is stale: run `make openapi` and commit it.")


if __name__ == "__main__":
    main()
