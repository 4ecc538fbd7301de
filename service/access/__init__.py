"""Players and their permissions: profiles, tokens, scopes, rate limits and quotas."""
