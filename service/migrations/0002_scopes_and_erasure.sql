-- IF NOT EXISTS adopts the columns and tables of releases that had no numbered migrations.
ALTER TABLE profiles ADD COLUMN IF NOT EXISTS erased boolean NOT NULL DEFAULT false;
ALTER TABLE tokens
    ADD COLUMN IF NOT EXISTS id text,
    ADD COLUMN IF NOT EXISTS name text NOT NULL DEFAULT 'first',
    ADD COLUMN IF NOT EXISTS scopes text[],
    ADD COLUMN IF NOT EXISTS match uuid,
    ADD COLUMN IF NOT EXISTS seat smallint,
    ADD COLUMN IF NOT EXISTS expires timestamptz,
    ADD COLUMN IF NOT EXISTS used date;
-- Tokens of the first release have no id. The beginning of their digest identifies them.
UPDATE tokens SET id = left(encode(digest, 'hex'), 16) WHERE id IS NULL;
UPDATE tokens SET scopes = '{read,play,open,profile}'::text[] || CASE role
    WHEN 'admin' THEN '{organize,admin}'::text[] WHEN 'organizer' THEN '{organize}'::text[] ELSE '{}'::text[] END
WHERE scopes IS NULL;
ALTER TABLE tokens ALTER COLUMN id SET NOT NULL, ALTER COLUMN scopes SET NOT NULL;
CREATE UNIQUE INDEX IF NOT EXISTS tokens_id ON tokens (id);
CREATE INDEX IF NOT EXISTS tokens_player ON tokens (player);
CREATE TABLE IF NOT EXISTS token_revocations (number bigint NOT NULL);
INSERT INTO token_revocations SELECT 0 WHERE NOT EXISTS (SELECT FROM token_revocations);
