-- The events of writes, for all server processes on this database. A process reads the rows of the transactions that
-- were not yet visible in its last snapshot. Rows are deleted after some minutes.
CREATE TABLE changes (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The transaction that inserted the row.
  tx XID8 NOT NULL DEFAULT pg_current_xact_id(),
  at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
  -- The name of the process that inserted the row. It publishes these events to its own subscribers itself.
  process TEXT NOT NULL,
  -- A JSON array of events.
  events TEXT NOT NULL
);
CREATE INDEX changes_by_tx ON changes (tx);
CREATE INDEX changes_by_at ON changes (at);
