"""Everything impure: HTTP, PostgreSQL, clocks, entropy, keys, logs."""
