-- What customers get off their orders: with a code, or by itself if `code` is null. `value` is a percentage, or an amount in
-- the smallest unit of the currency; for free delivery, it is the highest price that is taken off, or null. `chosen` is a JSON
-- array with the ids of the brands and products that it is for, or null for all. `from_day` and `until_day` are days in the
-- shop's time zone, such as `2026-11-24`, both included. `used` counts the uses that were not given back.
CREATE TABLE discounts (
  id TEXT PRIMARY KEY,
  code TEXT,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('percent', 'amount', 'delivery')),
  value BIGINT,
  chosen TEXT,
  from_subtotal_cents BIGINT,
  from_day TEXT,
  until_day TEXT,
  max_uses BIGINT,
  max_per_person BIGINT,
  is_first_order INTEGER NOT NULL,
  used BIGINT NOT NULL CHECK (used >= 0 AND (max_uses IS NULL OR used <= max_uses)),
  created_at BIGINT NOT NULL,
  ended_at BIGINT
);
CREATE UNIQUE INDEX discounts_by_code ON discounts (code) WHERE code IS NOT NULL AND ended_at IS NULL;
CREATE INDEX discounts_with_code ON discounts (code) WHERE code IS NOT NULL;
CREATE INDEX discounts_running ON discounts (id) WHERE ended_at IS NULL AND code IS NULL;

-- What a payment got off. `number` counts the uses of a person, who is an email address as in `users.mailbox`. It is null once
-- the use was given back.
CREATE TABLE discount_uses (
  id TEXT PRIMARY KEY,
  discount_id TEXT NOT NULL REFERENCES discounts (id),
  payment_id TEXT NOT NULL,
  person TEXT NOT NULL,
  number INTEGER,
  goods_cents BIGINT NOT NULL,
  delivery_cents BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  UNIQUE (discount_id, person, number)
);
CREATE INDEX discount_uses_of_payment ON discount_uses (payment_id);

-- `price_cents` of a line is what is paid for it. `discount_cents` is what was taken off while it is reserved, paid or ordered.
ALTER TABLE cart_items ADD COLUMN discount_cents BIGINT NOT NULL DEFAULT 0;

-- Finds the orders of a person. The expression turns `a.b+shop@x` into `ab@x`, as in `users.mailbox`: `rtrim` leaves what
-- stands before the host, and `ltrim` what begins with the first `+` in it.
CREATE INDEX orders_by_mailbox ON orders (kind, (
  replace(rtrim(substr(rtrim(email, replace(email, '@', '')), 1, length(rtrim(email, replace(email, '@', ''))) -
    length(ltrim(rtrim(email, replace(email, '@', '')), replace(rtrim(email, replace(email, '@', '')), '+', '')))), '@'), '.', '')
  || '@' || substr(email, length(rtrim(email, replace(email, '@', ''))) + 1)
)) WHERE kind = 'full';
