-- Accounts, sessions and links are the shop's own now. They keep their ids and the hashes of their tokens, so that people
-- stay signed in. Sessions at Firebase, and links and logins that were not used yet, end. An account without any way to
-- sign in and without a user is left out: an earlier version was killed while it was made.
CREATE TABLE accounts (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE,
  confirmed INTEGER NOT NULL,
  password TEXT,
  version INTEGER NOT NULL DEFAULT 0,
  created_at BIGINT NOT NULL
);
INSERT INTO accounts (id, name, email, confirmed, password, created_at)
SELECT id, name, email, CAST(email_verified AS INTEGER),
  (SELECT password FROM identity_accounts WHERE user_id = identity_users.id AND provider_id = 'credential'),
  CAST(round(extract(epoch FROM created_at) * 1000) AS BIGINT)
FROM identity_users
WHERE EXISTS (SELECT 1 FROM identity_accounts WHERE user_id = identity_users.id)
  OR EXISTS (SELECT 1 FROM users WHERE subject = identity_users.id);

-- `token` is the SHA-256 of the session's token. `provider` is '' or names the Firebase project that vouches for the
-- session. `confirmed_at` is when the person last showed who they are.
CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  token TEXT NOT NULL UNIQUE,
  browser TEXT NOT NULL,
  provider TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  confirmed_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
INSERT INTO sessions (id, account, token, browser, provider, created_at, confirmed_at, expires_at)
SELECT id, user_id, token, coalesce(user_agent, ''), '',
  CAST(round(extract(epoch FROM created_at) * 1000) AS BIGINT),
  CAST(round(extract(epoch FROM created_at) * 1000) AS BIGINT),
  CAST(round(extract(epoch FROM expires_at) * 1000) AS BIGINT)
FROM identity_sessions
WHERE id NOT IN (SELECT session_id FROM firebase_sessions) AND user_id IN (SELECT id FROM accounts);
CREATE INDEX sessions_of_account ON sessions (account);
CREATE INDEX sessions_expired ON sessions (expires_at);

-- An account elsewhere with which a person signs in: `provider` is an OpenID Connect issuer or a Firebase project, and
-- `subject` the id of the person there.
CREATE TABLE links (
  provider TEXT NOT NULL,
  subject TEXT NOT NULL,
  account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  PRIMARY KEY (provider, subject)
);
INSERT INTO links (provider, subject, account)
SELECT provider_id, account_id, user_id FROM identity_accounts
WHERE provider_id <> 'credential' AND user_id IN (SELECT id FROM accounts);
CREATE UNIQUE INDEX links_of_account ON links (account, provider);

-- What a secret stands for that was mailed or given to a browser: a link or a login that is not finished. `hash` is the
-- SHA-256 of the secret, and `owner` the id of the account or, for a sign-up, the e-mail address. `data` is JSON.
CREATE TABLE tokens (
  hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  owner TEXT,
  data TEXT NOT NULL,
  tries INTEGER NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX tokens_of_owner ON tokens (owner, kind);
CREATE INDEX tokens_expired ON tokens (expires_at);

DROP TABLE email_changes;
DROP TABLE pending_sign_ups;
DROP TABLE firebase_sessions;
DROP TABLE identity_verifications;
DROP TABLE identity_accounts;
DROP TABLE identity_sessions;
DROP TABLE identity_users;
