CREATE TABLE bot_checkpoints (
    process uuid PRIMARY KEY,
    position bigint NOT NULL,
    at timestamptz NOT NULL
);
COMMENT ON COLUMN bot_checkpoints.position IS 'no bot move is pending that follows from the events up to here';
COMMENT ON COLUMN bot_checkpoints.at IS 'when the process last updated the row';
