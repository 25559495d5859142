-- How a parcel is followed: the carrier and its number, if the link was made from them. `told_url` is the link that the
-- customer was last told by mail.
ALTER TABLE orders ADD COLUMN carrier TEXT;
ALTER TABLE orders ADD COLUMN tracking_number TEXT;
ALTER TABLE orders ADD COLUMN told_url TEXT;

-- Notes of the shop to the customer. All others are internal.
ALTER TABLE order_notes ADD COLUMN is_for_customer INTEGER NOT NULL DEFAULT 0;

-- The mails about an order: their data begins with {"orderId":"…", and an id has 36 characters.
CREATE INDEX outbox_of_order ON outbox (substr(data, 13, 36));
