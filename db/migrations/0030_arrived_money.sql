-- The currency of a payment and its refunds. NULL is the currency of the shop.
ALTER TABLE payments ADD COLUMN currency TEXT;
-- The money that has arrived for a payment instead of its amount, and the gateway's reference of it. Otherwise NULL.
ALTER TABLE payments ADD COLUMN arrived_cents BIGINT;
ALTER TABLE payments ADD COLUMN arrived_currency TEXT;
ALTER TABLE payments ADD COLUMN arrived_reference TEXT;
