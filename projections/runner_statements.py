"""SQL statements of the projection runner. `{events}` is the event log, `{tracking}` the table of positions."""

from typing import Final

INSERT_POSITION: Final = "INSERT INTO {tracking} VALUES (%s, 0) ON CONFLICT DO NOTHING"
LOCK_POSITION: Final = """
SELECT notification_id, (SELECT COALESCE(max(notification_id), 0) FROM {events}),
    set_config('search_path', %s, true), set_config('enable_seqscan', 'off', true),
    set_config('synchronous_commit', 'off', true)
FROM {tracking} WHERE application_name = %s FOR UPDATE SKIP LOCKED
"""
HEAD_POSITION: Final = "SELECT COALESCE(max(notification_id), 0) FROM {events}"
READ_WITH_LATEST: Final = """
WITH batch AS MATERIALIZED (
    SELECT notification_id, originator_id, originator_version, topic, state FROM {events}
    WHERE notification_id > %s AND notification_id <= %s ORDER BY notification_id LIMIT %s
)
SELECT notification_id, originator_id::text, originator_version, topic, state, (SELECT count(*) FROM batch) FROM batch
WHERE topic = ANY(%s) OR notification_id IN (SELECT max(notification_id) FROM batch GROUP BY originator_id)
ORDER BY notification_id
"""
READ_BY_TOPIC: Final = """
SELECT notification_id, originator_id::text, originator_version, topic, state, count(*) OVER () FROM (
    SELECT notification_id, originator_id, originator_version, topic, state FROM {events}
    WHERE notification_id > %s AND notification_id <= %s AND topic = ANY(%s) ORDER BY notification_id LIMIT %s
) AS batch ORDER BY notification_id
"""
BATCH_SIZE_COLUMN: Final = 5
"""Index of the column that holds the number of log events in the batch."""
CHECKPOINTS: Final = """
SELECT application_name, tracking.notification_id, (
    SELECT state FROM {events} AS event
    WHERE event.notification_id > tracking.notification_id ORDER BY event.notification_id LIMIT 1
)
FROM {tracking} AS tracking WHERE application_name = ANY(%s)
"""
SET_POSITION: Final = "UPDATE {tracking} SET notification_id = %s WHERE application_name = %s"
HAS_POSITION: Final = "SELECT FROM {tracking} WHERE application_name = %s"
DELETE_POSITION: Final = "DELETE FROM {tracking} WHERE application_name = %s"
DELETE_OTHER_FORMS: Final = """
DELETE FROM {tracking} WHERE application_name <> %s AND split_part(application_name, '@', 1) = %s
"""
HAS_OTHER_POSITION: Final = """
SELECT FROM {tracking} WHERE application_name <> %s AND split_part(application_name, '@', 1) = %s
"""
