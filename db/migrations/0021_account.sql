-- Sign-ups of which the e-mail address is not confirmed yet. `id` is the SHA-256 of the token in the mailed link, `password`
-- the hash of the password, and `browser` the SHA-256 of a cookie of the browser that signed up.
CREATE TABLE pending_sign_ups (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  name TEXT NOT NULL,
  password TEXT NOT NULL,
  browser TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX pending_sign_ups_by_email ON pending_sign_ups (email);
CREATE INDEX pending_sign_ups_expired ON pending_sign_ups (expires_at);

-- The change of an e-mail address for which a user has asked. It is made when the links that were mailed to both addresses
-- have been used. `old_token` and `new_token` are the SHA-256 of the tokens in the links, or NULL once a link was used.
CREATE TABLE email_changes (
  user_id TEXT PRIMARY KEY,
  old_email TEXT NOT NULL,
  new_email TEXT NOT NULL,
  old_token TEXT,
  new_token TEXT,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX email_changes_expired ON email_changes (expires_at);

-- The orders of deleted users. Name, address and e-mail address in them are erased some years after `ordered_at`.
CREATE TABLE orders_to_erase (
  order_id TEXT PRIMARY KEY,
  payment_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  ordered_at BIGINT NOT NULL
);
CREATE INDEX orders_to_erase_by_time ON orders_to_erase (ordered_at);

-- A user's mails, messages and failed payments are found for the export of the user's data and for its deletion.
CREATE INDEX outbox_of_recipient ON outbox (recipient) WHERE recipient IS NOT NULL;
CREATE INDEX outbox_of_sender ON outbox (reply_to) WHERE reply_to <> '';
CREATE INDEX messages_of_sender ON messages (lower(email));
CREATE INDEX payments_failed_of_user ON payments (user_id) WHERE status = 'failed';
