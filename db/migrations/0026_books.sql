-- What a payment was made with, so that `npm run verify-books` notices if it is gone. `has_checkout` is 1 if the customer has
-- agreed to a checkout, also to one with free delivery, and 0 if not. `taken_stock` is what was taken from all stocks, bags and
-- grams added up. Both are NULL for payments that an older version has inserted since.
ALTER TABLE payments ADD COLUMN has_checkout INTEGER;
ALTER TABLE payments ADD COLUMN taken_stock BIGINT;
UPDATE payments SET
  has_checkout = CASE WHEN EXISTS (SELECT 1 FROM checkouts WHERE checkouts.payment_id = payments.id) THEN 1 ELSE 0 END,
  taken_stock = COALESCE((SELECT -sum(amount) FROM stock_moves WHERE stock_moves.payment_id = payments.id AND kind = 'held'), 0);
