-- What buyers say about a coffee. `product_id` is the coffee, also if they bought one of its bags. Visitors see only what
-- is 'shown'. A person has one review of a coffee.
CREATE TABLE reviews (
  id TEXT PRIMARY KEY,
  product_id TEXT NOT NULL,
  product_name TEXT NOT NULL,
  user_id TEXT NOT NULL,
  name TEXT NOT NULL,
  stars INTEGER NOT NULL,
  brewed_with TEXT NOT NULL,
  text TEXT NOT NULL,
  state TEXT NOT NULL,
  written_at BIGINT NOT NULL,
  UNIQUE (user_id, product_id)
);
CREATE INDEX reviews_shown ON reviews (product_id, written_at) WHERE state = 'shown';
