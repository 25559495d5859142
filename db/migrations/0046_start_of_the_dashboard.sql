-- The dashboard and the files of a month read refunds by the time at which they were made.
CREATE INDEX refunds_made ON refunds (settled_at) WHERE status = 'succeeded';

-- For the payment desk.
CREATE INDEX refunds_failed ON refunds (payment_id) WHERE status = 'failed' AND dismissed_at IS NULL;
CREATE INDEX payments_with_reason ON payments (id) WHERE reason IS NOT NULL;
