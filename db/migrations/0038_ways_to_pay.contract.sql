-- The gateway `later` has become two, which a shop can offer beside each other.
UPDATE payments
SET gateway = CASE WHEN EXISTS (SELECT 1 FROM checkouts
  WHERE checkouts.payment_id = payments.id AND checkouts.method_kind = 'pickup') THEN 'pickup' ELSE 'transfer' END
WHERE gateway = 'later';
