-- A subscription that was paid once, as a gift. `payment_id` and `user_id` are those of the buyer, and `request` is an id of the
-- request to buy it, which may be sent again. `data` has what was bought as JSON. The recipient begins the subscription
-- `subscription_id` with a code. `code_hash` is its SHA-256, or NULL while the gift is not paid.
CREATE TABLE gifts (
  payment_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  request TEXT NOT NULL,
  deliveries INTEGER NOT NULL CHECK (deliveries > 0),
  data TEXT NOT NULL,
  code_hash TEXT,
  subscription_id TEXT,
  created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX gifts_of_request ON gifts (user_id, request);
CREATE UNIQUE INDEX gifts_by_code ON gifts (code_hash);
CREATE UNIQUE INDEX gifts_of_subscription ON gifts (subscription_id);

-- How many deliveries of a gift can still be ordered, or NULL for a subscription whose deliveries are paid one by one.
ALTER TABLE subscriptions ADD COLUMN deliveries_left INTEGER;
