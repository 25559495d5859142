-- The second factor of an account: the secret that it shares with an app (RFC 6238), and the time step of the last code
-- that was used, so that no code is used twice. `totp_secret` is NULL for an account without one.
ALTER TABLE accounts ADD COLUMN totp_secret TEXT;
ALTER TABLE accounts ADD COLUMN totp_step BIGINT NOT NULL DEFAULT 0;

-- 1 if the session was opened with a second factor or a passkey.
ALTER TABLE sessions ADD COLUMN strong INTEGER NOT NULL DEFAULT 0;

-- `id` is the id of the credential, and `public_key` its key in COSE format, both in base64url.
CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  public_key TEXT NOT NULL,
  counter BIGINT NOT NULL,
  name TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE INDEX passkeys_of_account ON passkeys (account);
