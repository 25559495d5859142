-- Every order has a number. Numbers have no gaps: the transaction that inserts an order also takes the next number from
-- `counters`. `state` is where the order is on its way to the customer; the lines keep their own delivery state as well.
-- `notified_at` is when the customer was told by mail that the order is sent, ready or cancelled. `delivered_at` is when it
-- became delivered. Both stay NULL for older orders.
CREATE TABLE counters (name TEXT PRIMARY KEY, value BIGINT NOT NULL);
ALTER TABLE orders ADD COLUMN number BIGINT;
ALTER TABLE orders ADD COLUMN state TEXT NOT NULL DEFAULT 'paid';
ALTER TABLE orders ADD COLUMN tracking_url TEXT;
ALTER TABLE orders ADD COLUMN withdrawn_at BIGINT;
ALTER TABLE orders ADD COLUMN notified_at BIGINT;
ALTER TABLE orders ADD COLUMN delivered_at BIGINT;

UPDATE orders SET number = numbered.place
  FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM orders) AS numbered
  WHERE numbered.id = orders.id;
INSERT INTO counters (name, value) SELECT 'order', count(*) FROM orders;
CREATE UNIQUE INDEX orders_number ON orders (number);

-- An order from before this migration is as far as the line that is furthest behind.
UPDATE orders SET state = CASE behind.step WHEN 1 THEN 'packed' WHEN 2 THEN 'sent' ELSE 'delivered' END
  FROM (SELECT payment_id, min(CASE WHEN delivery IS NULL THEN 0 WHEN delivery = 'Packed' THEN 1 WHEN delivery = 'Sent' THEN 2 ELSE 3 END) AS step
        FROM cart_items WHERE payment = 'OK' AND payment_id IS NOT NULL GROUP BY payment_id) AS behind
  WHERE behind.payment_id = orders.payment_id AND behind.step > 0;
CREATE INDEX orders_by_state ON orders (kind, state, id) WHERE kind = 'full';
CREATE INDEX orders_to_pack ON orders (id) WHERE state = 'paid';
CREATE INDEX orders_waiting ON orders (user_id) WHERE state = 'waiting';
CREATE INDEX orders_waiting_by_id ON orders (id) WHERE state = 'waiting';
CREATE INDEX orders_on_the_way ON orders (id) WHERE state IN ('packed', 'sent', 'ready');

-- What the admins of the shop write about an order. Customers do not see it.
CREATE TABLE order_notes (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  who TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX order_notes_of_order ON order_notes (order_id, id);

-- `session` is the gateway's name for a payment that the customer completes elsewhere, and `url` the page for it.
ALTER TABLE payments ADD COLUMN session TEXT;
ALTER TABLE payments ADD COLUMN url TEXT;

-- One row for each refund, written before the gateway is asked. Its id is the idempotency key at the gateway.
-- status: pending, succeeded, failed. `created_by` is NULL for a refund that the shop made by itself.
CREATE TABLE refunds (
  id TEXT PRIMARY KEY,
  payment_id TEXT NOT NULL,
  amount_cents BIGINT NOT NULL,
  status TEXT NOT NULL,
  reference TEXT,
  reason TEXT,
  created_by TEXT,
  created_at BIGINT NOT NULL,
  settled_at BIGINT
);
CREATE INDEX refunds_of_payment ON refunds (payment_id, id);
CREATE INDEX refunds_pending ON refunds (created_at) WHERE status = 'pending';

-- Every event about a payment of this shop that a gateway has reported, so that one that arrives twice is handled once.
CREATE TABLE gateway_events (
  gateway TEXT NOT NULL,
  event_id TEXT NOT NULL,
  type TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  received_at BIGINT NOT NULL,
  PRIMARY KEY (gateway, event_id)
);

-- What a customer agreed to in the checkout: address, delivery, promise, note and all parts of the total, as JSON. It is
-- written with the payment and never changes. `roast_on` is a date of the shop's time zone, such as 2026-11-24.
CREATE TABLE checkouts (
  payment_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  method_kind TEXT NOT NULL,
  roast_on TEXT,
  data TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX checkouts_roast_on ON checkouts (roast_on) WHERE roast_on IS NOT NULL;

-- The addresses that a user has saved, as JSON. `used_at` is when the last order went there.
CREATE TABLE addresses (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  data TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE INDEX addresses_of_user ON addresses (user_id, id);

-- The settings that admins edit in the dashboard, as JSON, by name.
CREATE TABLE shop_settings (name TEXT PRIMARY KEY, value TEXT NOT NULL, changed_at BIGINT NOT NULL);

-- What is left to sell. `unit` is 'bags' for the stock of one product, or 'grams' for a pool behind several sizes of one
-- coffee. Every change has a row in `stock_moves`, and their sum is what is left. Amounts that leave the stock are negative.
CREATE TABLE stocks (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  unit TEXT NOT NULL,
  remaining BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  CONSTRAINT stocks_never_negative CHECK (remaining >= 0)
);
CREATE TABLE stock_moves (
  id TEXT PRIMARY KEY,
  stock_id TEXT NOT NULL,
  payment_id TEXT,
  kind TEXT NOT NULL,
  amount BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  UNIQUE (payment_id, stock_id, kind)
);
CREATE INDEX stock_moves_of_stock ON stock_moves (stock_id, id);

-- What a payment took is given back at most once, by a failed attempt, a cancelled order or a refund.
CREATE UNIQUE INDEX stock_moves_given_back ON stock_moves (payment_id, stock_id) WHERE amount > 0;

-- Weights are in grams. A product without a weight is sold without one, and a product without a stock is never sold out.
ALTER TABLE products ADD COLUMN weight_grams INTEGER;
ALTER TABLE products ADD COLUMN tax_class TEXT NOT NULL DEFAULT 'standard';
ALTER TABLE products ADD COLUMN stock_id TEXT;
CREATE INDEX products_of_stock ON products (stock_id) WHERE stock_id IS NOT NULL;
ALTER TABLE cart_items ADD COLUMN weight_grams INTEGER;
ALTER TABLE cart_items ADD COLUMN grind TEXT;
ALTER TABLE users ADD COLUMN grind TEXT;

-- Users who want a mail when a product that is sold out can be bought again.
CREATE TABLE stock_watchers (
  product_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (product_id, user_id)
);
CREATE INDEX stock_watchers_of_user ON stock_watchers (user_id);
