-- What the gateway has kept of a payment as its fee, in the smallest unit of the fee's currency. NULL if it is not known.
ALTER TABLE payments ADD COLUMN fee_cents BIGINT;
ALTER TABLE payments ADD COLUMN fee_currency TEXT;
