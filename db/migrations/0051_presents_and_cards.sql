-- One bag that the shop adds to the next delivery of a subscription, as JSON: its product, and the roast day on which it was sold out.
ALTER TABLE subscriptions ADD COLUMN present TEXT;
CREATE INDEX subscriptions_with_present ON subscriptions (id) WHERE present IS NOT NULL;
CREATE INDEX subscriptions_by_state ON subscriptions (state, id);

-- When the card of a mandate that is not used any more was deleted at the gateway, or NULL.
ALTER TABLE mandates ADD COLUMN dropped_at BIGINT;
CREATE INDEX mandates_revoked ON mandates (revoked_at) WHERE revoked_at IS NOT NULL;
CREATE INDEX mandates_kept ON mandates (id) WHERE dropped_at IS NULL;
