-- An account of an OpenID Connect issuer belongs to one account of the shop. A password has the account's own id as
-- `account_id`, so the rows that exist already are unique.
CREATE UNIQUE INDEX identity_accounts_of_provider ON identity_accounts (provider_id, account_id);

-- An account of the shop belongs to at most one account of an issuer. The rows that exist already belong to a password
-- each, and an account has only one.
CREATE UNIQUE INDEX identity_accounts_one_of_provider ON identity_accounts (user_id, provider_id);
