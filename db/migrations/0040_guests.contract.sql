-- A guest, who has ordered without an account, is a row of its own in `users` for each cart. `mailbox` is the same for all
-- spellings of the guest's email address, and null for everyone who has an account. An earlier version would take guests for
-- users with an account.
ALTER TABLE users ADD COLUMN mailbox TEXT;
DROP INDEX users_email;
CREATE UNIQUE INDEX users_email ON users (email) WHERE archived_at IS NULL AND mailbox IS NULL;
CREATE INDEX guests_by_mailbox ON users (mailbox) WHERE mailbox IS NOT NULL;
CREATE INDEX guests_by_time ON users (created_at) WHERE mailbox IS NOT NULL AND archived_at IS NULL;

-- The dashboard's list of users has no guests.
DROP INDEX users_by_email;
DROP INDEX users_by_name;
DROP INDEX users_live;
CREATE INDEX users_by_email ON users (email, id) WHERE archived_at IS NULL AND mailbox IS NULL;
CREATE INDEX users_by_name ON users (lower(name), id) WHERE archived_at IS NULL AND mailbox IS NULL;
CREATE INDEX users_live ON users (id) WHERE archived_at IS NULL AND mailbox IS NULL;
