-- A customer's consent to later charges of the gateway's `customer`, who has one card there, `method`. `card` is the text by which the
-- person knows it, such as `Visa 4242`. `consent` is the version of the text that the person agreed to.
CREATE TABLE mandates (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  gateway TEXT NOT NULL,
  customer TEXT NOT NULL,
  method TEXT,
  card TEXT NOT NULL,
  consent BIGINT NOT NULL,
  given_at BIGINT NOT NULL,
  revoked_at BIGINT
);
CREATE INDEX mandates_of_user ON mandates (user_id);

-- A coffee that comes every few weeks. `payment_id` is that of the first order. `next_on` is the day from which the next delivery
-- is roasted, in the shop's time zone, such as `2026-11-24`. Without a mandate, each delivery is paid by transfer. `price_cents` is
-- what a bag costs until `new_price_from`. `checkout` has the way of delivery, the address and the note as JSON.
CREATE TABLE subscriptions (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('active', 'paused', 'ended')),
  every_weeks INTEGER NOT NULL CHECK (every_weeks > 0),
  next_on TEXT NOT NULL,
  mandate_id TEXT,
  product_id TEXT NOT NULL,
  second_product_id TEXT,
  grind TEXT,
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  price_cents BIGINT NOT NULL,
  new_price_cents BIGINT,
  new_price_from BIGINT,
  checkout TEXT NOT NULL,
  reminded_for TEXT,
  created_at BIGINT NOT NULL,
  ended_at BIGINT,
  ended_reason TEXT
);
CREATE INDEX subscriptions_due ON subscriptions (next_on, id) WHERE state = 'active';
CREATE INDEX subscriptions_of_user ON subscriptions (user_id);
CREATE INDEX subscriptions_of_payment ON subscriptions (payment_id);
CREATE INDEX subscriptions_begun ON subscriptions (created_at);
CREATE INDEX subscriptions_paused ON subscriptions (id) WHERE state = 'paused';
CREATE INDEX subscriptions_ended ON subscriptions (ended_at) WHERE ended_at IS NOT NULL;

-- The deliveries of a person's subscriptions to one place on one roast day, which are one order. `id` is that of its payment.
CREATE TABLE renewals (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  roast_on TEXT NOT NULL,
  place TEXT NOT NULL,
  mandate_id TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX renewals_of_user ON renewals (user_id);

-- What became of a planned delivery: `ordered` with a renewal, `sold-out`, `impossible` if the shop no longer delivers there, or
-- `missed` because nothing was ordered in time, until the owner has decided about it.
CREATE TABLE deliveries (
  subscription_id TEXT NOT NULL REFERENCES subscriptions (id),
  roast_on TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('ordered', 'sold-out', 'impossible', 'missed', 'left-out')),
  renewal_id TEXT,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (subscription_id, roast_on)
);
CREATE INDEX deliveries_of_renewal ON deliveries (renewal_id) WHERE renewal_id IS NOT NULL;
CREATE INDEX deliveries_missed ON deliveries (roast_on) WHERE state = 'missed';

-- How often the coffee of a line is to come, in weeks, or NULL if it comes once.
ALTER TABLE cart_items ADD COLUMN every_weeks INTEGER;

-- `subscription` is `first` for an order that begins subscriptions, and `renewal` for one that they have placed. A renewal is
-- charged with a mandate from `due_at` on. `tries` counts the charges that were declined, and `begun_at` is set while one is open.
ALTER TABLE payments ADD COLUMN subscription TEXT;
ALTER TABLE payments ADD COLUMN mandate_id TEXT;
ALTER TABLE payments ADD COLUMN tries INTEGER;
ALTER TABLE payments ADD COLUMN due_at BIGINT;
ALTER TABLE payments ADD COLUMN begun_at BIGINT;
CREATE INDEX payments_due ON payments (due_at) WHERE status = 'pending' AND due_at IS NOT NULL;
