-- An address that is invited to become an admin by the command make-admin, because it has no account yet. `code` is the
-- SHA-256 of the code in the printed link. The row is deleted when the invitation is used.
CREATE TABLE invitations (
  email TEXT PRIMARY KEY,
  code TEXT NOT NULL,
  expires_at BIGINT NOT NULL
);

-- The place of a brand among all brands, of a packet among all packets, and of a coffee among those of its brand. Places
-- are counted from 0 when an admin first moves an entry. What is added after that comes last.
ALTER TABLE brands ADD COLUMN position INTEGER NOT NULL DEFAULT 1000000;
ALTER TABLE products ADD COLUMN position INTEGER NOT NULL DEFAULT 1000000;
CREATE INDEX brands_in_order ON brands (position, id) WHERE archived_at IS NULL;
CREATE INDEX products_in_order ON products (kind, position, id) WHERE archived_at IS NULL;

-- Transactions that move entries take this lock, so that two of them cannot give two entries the same place.
INSERT INTO locks (name, taken_at) VALUES ('order of entries', 0);
