-- A dispute of a charge, or a warning of the card's bank that a charge may be fraud. `id` is that of the gateway.
-- kind: dispute, warning. status: open, won, lost. `dismissed_at` is when an admin took it off the payment desk.
CREATE TABLE disputes (
  id TEXT PRIMARY KEY,
  payment_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  status TEXT NOT NULL,
  amount_cents BIGINT NOT NULL,
  reason TEXT NOT NULL,
  due_at BIGINT,
  created_at BIGINT NOT NULL,
  settled_at BIGINT,
  dismissed_at BIGINT
);
CREATE INDEX disputes_of_payment ON disputes (payment_id);
CREATE INDEX disputes_on_desk ON disputes (payment_id) WHERE dismissed_at IS NULL;

-- When an admin took a failed refund off the payment desk.
ALTER TABLE refunds ADD COLUMN dismissed_at BIGINT;
