-- The secrets with which cookies and access tokens are signed, encrypted with the setting SECRET_KEY. Without that setting,
-- the table has one row with kind `fingerprint`: a hash of the secrets in the file secrets.json.
CREATE TABLE secrets (
  kind TEXT NOT NULL,
  version BIGINT NOT NULL,
  value TEXT NOT NULL,
  signs_from BIGINT NOT NULL,
  expires_at BIGINT,
  PRIMARY KEY (kind, version)
);

-- Token buckets for the rate limits that all processes share. `full_at` is the time in UTC milliseconds when the bucket is
-- full again, and `span_ms` is how long an empty one takes for that. The table is not written to the write-ahead log,
-- because the counts of the last minutes need not survive a crash of the server.
CREATE UNLOGGED TABLE rate_limits (
  key TEXT PRIMARY KEY,
  full_at DOUBLE PRECISION NOT NULL,
  span_ms DOUBLE PRECISION NOT NULL
);
CREATE INDEX rate_limits_full_at ON rate_limits (full_at);
