-- When a message of the contact form was answered. Those of earlier versions count as answered when they came in.
ALTER TABLE messages ADD COLUMN answered_at BIGINT;
UPDATE messages SET answered_at = created_at;
CREATE INDEX messages_open ON messages (id) WHERE answered_at IS NULL;

CREATE INDEX reviews_waiting ON reviews (id) WHERE state = 'waiting';

-- Orders from which the customer has withdrawn, and that are not refunded yet.
CREATE INDEX orders_withdrawn ON orders (id)
  WHERE withdrawn_at IS NOT NULL AND state NOT IN ('cancelled', 'refunded');
