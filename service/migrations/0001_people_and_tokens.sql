-- IF NOT EXISTS adopts the tables of releases that had no numbered migrations.
CREATE TABLE IF NOT EXISTS profiles (
    player uuid PRIMARY KEY,
    name text NOT NULL,
    since text NOT NULL
);
CREATE TABLE IF NOT EXISTS tokens (
    digest bytea PRIMARY KEY,
    player uuid NOT NULL REFERENCES profiles (player),
    role text NOT NULL,
    since text NOT NULL
);
