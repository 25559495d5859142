-- The prices that products had in the 30 days before the current one, and when each ended. What a product cost before this
-- migration is not known.
CREATE TABLE former_prices (
  product_id TEXT NOT NULL,
  ended_at BIGINT NOT NULL,
  price_cents BIGINT NOT NULL,
  PRIMARY KEY (product_id, ended_at)
);

-- The price that customers see crossed out beside the current one: the lowest of the 30 days before the price was reduced.
-- Null if the owner announces no reduction.
ALTER TABLE products ADD COLUMN was_cents BIGINT;
