-- An account of an OpenID Connect issuer belongs to one account of the shop. A password has the account's own id as
-- `account_id`, so the rows that exist already are unique.
CREATE UNIQUE INDEX identity_accounts_of_provider ON identity_accounts (provider_id, account_id);
