-- Each refund at a gateway has a row of its own, with the gateway's id of the refund as `reference`. Until now, refunds that
-- were made on the gateway's website had the id of their charge there, and one row could be the sum of several refunds.
-- Such a row is marked, and makes room for the refunds of which it is the sum when the gateway lists them.
UPDATE refunds SET reference = 'sum:' || id WHERE created_by IS NULL
  AND (reference LIKE 'ch!_%' ESCAPE '!' OR reference LIKE 'py!_%' ESCAPE '!');

CREATE UNIQUE INDEX refunds_by_reference ON refunds (reference);
CREATE INDEX payments_by_reference ON payments (reference) WHERE reference IS NOT NULL;
