-- The network from which a payment on a gateway's page was started, for an hour, to count unpaid attempts by.
ALTER TABLE payments ADD COLUMN network TEXT;
CREATE INDEX payments_by_network ON payments (network, created_at) WHERE network IS NOT NULL;

-- One row that is locked while attempts are counted, so that two at the same moment are counted one after the other.
INSERT INTO counters (name, value) VALUES ('card attempts', 0);
