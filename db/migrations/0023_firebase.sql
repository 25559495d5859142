-- A session that was opened with a password at Firebase. `uid` is the id of the account there. `refresh_token` is
-- encrypted with the secret of the shop's sessions. `checked_at` is when Firebase last said that the account is enabled.
CREATE TABLE firebase_sessions (
  session_id TEXT PRIMARY KEY REFERENCES identity_sessions (id) ON DELETE CASCADE,
  uid TEXT NOT NULL,
  refresh_token TEXT NOT NULL,
  checked_at BIGINT NOT NULL
);
