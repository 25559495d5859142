-- Delivery: NULL is Ordered, the state of every item that nobody has touched.
ALTER TABLE cart_items ADD COLUMN delivery TEXT;
CREATE INDEX cart_items_paid ON cart_items (paid_at) WHERE paid_at IS NOT NULL;

-- Who changed what. Payments are not repeated here: each attempt is a row of its own table.
CREATE TABLE audit (
  id TEXT PRIMARY KEY,
  at BIGINT NOT NULL,
  user_id TEXT NOT NULL,
  who TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail TEXT NOT NULL
);

-- A row to lock before counting administrators, so that two demotions cannot both believe that the other stays.
CREATE TABLE locks (
  name TEXT PRIMARY KEY,
  taken_at BIGINT NOT NULL
);
INSERT INTO locks VALUES ('admins', 0);

-- Pictures kept. `used_at` is set when the catalogue first shows one and never cleared: old orders show it too.
CREATE TABLE images (
  id TEXT PRIMARY KEY,
  owner_id TEXT NOT NULL,
  address TEXT NOT NULL UNIQUE,
  created_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE INDEX images_unused ON images (created_at) WHERE used_at IS NULL;

CREATE INDEX brands_of_owner ON brands (owner_id, id) WHERE archived_at IS NULL;
CREATE INDEX brands_name ON brands (name) WHERE archived_at IS NULL;
CREATE INDEX coffees_of_owner ON coffees (owner_id, id) WHERE archived_at IS NULL;
CREATE INDEX packets_of_owner ON packets (owner_id, id) WHERE archived_at IS NULL;
