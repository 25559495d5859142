-- An address that is invited to become an admin by the command make-admin, because it has no account yet. `code` is the
-- SHA-256 of the code in the printed link. The row is deleted when the invitation is used.
CREATE TABLE invitations (
  email TEXT PRIMARY KEY,
  code TEXT NOT NULL,
  expires_at BIGINT NOT NULL
);
