-- Portable: PostgreSQL 15 and SQLite read the same text. Ids are UUIDv7 text, money integer cents, times UTC milliseconds.

CREATE TABLE users (
  id TEXT PRIMARY KEY,
  subject TEXT NOT NULL UNIQUE,
  email TEXT NOT NULL,
  name TEXT NOT NULL,
  role TEXT,
  created_at BIGINT NOT NULL,
  archived_at BIGINT
);
CREATE UNIQUE INDEX users_email ON users (email) WHERE archived_at IS NULL;

CREATE TABLE brands (
  id TEXT PRIMARY KEY,
  owner_id TEXT NOT NULL,
  name TEXT NOT NULL,
  img TEXT NOT NULL,
  rating INTEGER NOT NULL,
  created_at BIGINT NOT NULL,
  archived_at BIGINT
);
CREATE INDEX brands_live ON brands (id) WHERE archived_at IS NULL;

CREATE TABLE coffees (
  id TEXT PRIMARY KEY,
  owner_id TEXT NOT NULL,
  brand_id TEXT NOT NULL,
  name TEXT NOT NULL,
  about TEXT NOT NULL,
  img TEXT NOT NULL,
  price_cents BIGINT NOT NULL,
  rating INTEGER NOT NULL,
  created_at BIGINT NOT NULL,
  archived_at BIGINT
);
CREATE INDEX coffees_of_brand ON coffees (brand_id, id) WHERE archived_at IS NULL;
CREATE INDEX coffees_name ON coffees (name, img) WHERE archived_at IS NULL;

CREATE TABLE packets (
  id TEXT PRIMARY KEY,
  owner_id TEXT NOT NULL,
  category TEXT NOT NULL,
  img TEXT NOT NULL,
  product_name TEXT NOT NULL,
  product_img TEXT NOT NULL,
  about TEXT NOT NULL,
  price_cents BIGINT NOT NULL,
  rating INTEGER NOT NULL,
  created_at BIGINT NOT NULL,
  archived_at BIGINT
);
CREATE INDEX packets_live ON packets (id) WHERE archived_at IS NULL;
CREATE INDEX packets_name ON packets (product_name, product_img) WHERE archived_at IS NULL;

-- One product in somebody's cart. `payment_id` is set while an attempt holds the item, `payment` when it is paid.
CREATE TABLE cart_items (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  email TEXT NOT NULL,
  customer TEXT NOT NULL,
  product_id TEXT NOT NULL,
  product_name TEXT NOT NULL,
  img TEXT NOT NULL,
  price_cents BIGINT NOT NULL,
  rating INTEGER NOT NULL,
  payment TEXT,
  payment_id TEXT,
  order_id TEXT,
  created_at BIGINT NOT NULL,
  paid_at BIGINT,
  removed_at BIGINT
);
CREATE INDEX cart_items_of_user ON cart_items (user_id, id);
CREATE INDEX cart_items_of_payment ON cart_items (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX cart_items_of_order ON cart_items (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX cart_items_thrown_away ON cart_items (removed_at) WHERE removed_at IS NOT NULL AND payment IS NULL;

-- A full order: everything that somebody paid for at once. Its items are the cart items that carry its id.
CREATE TABLE orders (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  email TEXT NOT NULL,
  customer TEXT NOT NULL,
  total_cents BIGINT NOT NULL,
  payment_id TEXT NOT NULL UNIQUE,
  created_at BIGINT NOT NULL
);
CREATE INDEX orders_of_user ON orders (user_id, id);

-- One row an attempt, written before the gateway is asked. status: pending, succeeded, failed.
CREATE TABLE payments (
  id TEXT PRIMARY KEY,
  idempotency_key TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  amount_cents BIGINT NOT NULL,
  gateway TEXT NOT NULL,
  status TEXT NOT NULL,
  reference TEXT,
  created_at BIGINT NOT NULL,
  settled_at BIGINT
);
CREATE INDEX payments_pending ON payments (created_at) WHERE status = 'pending';

CREATE TABLE messages (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  message TEXT NOT NULL,
  created_at BIGINT NOT NULL
);

-- Mail to be sent. status: waiting, sent, failed.
CREATE TABLE outbox (
  id TEXT PRIMARY KEY,
  reply_to TEXT NOT NULL,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  status TEXT NOT NULL,
  tries INTEGER NOT NULL,
  next_try_at BIGINT NOT NULL,
  error TEXT,
  created_at BIGINT NOT NULL,
  sent_at BIGINT
);
CREATE INDEX outbox_waiting ON outbox (next_try_at) WHERE status = 'waiting';
