"""`python -m service.cli.openapi`: writes `openapi/openapi.json`. With `--check`, it fails if that file is stale."""

import json
import sys
from pathlib import Path

from domain.catalogue import CATALOGUE, Catalogue
from service.app import routes_only

_FILE = Path(__file__).parents[2] / "openapi" / "openapi.json"


def document(catalogue: Catalogue = CATALOGUE) -> bytes:
    """Return the document as it is committed: JSON indented by two spaces, keys in declaration order."""
    schema = routes_only(catalogue).openapi_schema.to_schema()
    return (json.dumps(schema, indent=2, ensure_ascii=False) + "\n").encode()


def main() -> None:
    """Write the file, or compare it with `--check`."""
    current = document()
    if "--check" not in sys.argv[1:]:
        _FILE.write_bytes(current)
    elif not _FILE.exists() or _FILE.read_bytes() != current:
        sys.exit("openapi/openapi.json is stale: run `make openapi` and commit it.")


if __name__ == "__main__":
    main()
