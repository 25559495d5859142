-- What was roasted: a lot of one coffee. `name` is what the roaster calls it, such as `47`, and `roasted_on` a day in the shop's
-- time zone, such as `2026-11-24`. Its grams were added to the pool `stock_id`, or to none if the coffee had no pool. `used_grams`
-- is what is packed of it. `is_used_up` is 1 if nothing more is packed from it, whatever is left. `request_id` is the client's id
-- of the request that has added it.
CREATE TABLE lots (
  id TEXT PRIMARY KEY,
  product_id TEXT NOT NULL REFERENCES products (id),
  name TEXT NOT NULL,
  roasted_on TEXT NOT NULL,
  green_grams BIGINT NOT NULL,
  roasted_grams BIGINT NOT NULL,
  used_grams BIGINT NOT NULL CHECK (used_grams >= 0 AND used_grams <= roasted_grams),
  is_used_up INTEGER NOT NULL,
  stock_id TEXT,
  supplier TEXT NOT NULL,
  due_diligence TEXT NOT NULL,
  note TEXT NOT NULL,
  user_id TEXT NOT NULL,
  request_id TEXT NOT NULL UNIQUE,
  created_at BIGINT NOT NULL,
  UNIQUE (product_id, name)
);
CREATE INDEX lots_by_day ON lots (roasted_on, id);

-- From which lots a line of an order was packed.
CREATE TABLE lot_uses (
  line_id TEXT NOT NULL,
  lot_id TEXT NOT NULL REFERENCES lots (id),
  grams BIGINT NOT NULL CHECK (grams > 0),
  PRIMARY KEY (line_id, lot_id)
);
CREATE INDEX lot_uses_of_lot ON lot_uses (lot_id);

-- The lot that a change of a stock comes from, or NULL.
ALTER TABLE stock_moves ADD COLUMN lot_id TEXT;
CREATE INDEX stock_moves_of_lot ON stock_moves (lot_id) WHERE lot_id IS NOT NULL;
