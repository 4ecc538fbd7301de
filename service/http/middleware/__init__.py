"""Steps that every request passes before and after its route: identity, limits, logging, headers, freshness."""
