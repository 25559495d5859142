-- Every successful payment has an order. `kind` is the payment's: 'single' for one line, 'full' for all lines at once.
-- The lists show full orders only, so their indexes leave out the single ones.
ALTER TABLE orders ADD COLUMN kind TEXT NOT NULL DEFAULT 'full';

DROP INDEX orders_by_email;
DROP INDEX orders_by_customer;
DROP INDEX orders_by_total;

-- Payments from before this migration that have no order get one with the payment's own id. The name and the address are
-- those of its first line. A payment without paid lines stays without an order.
INSERT INTO orders (id, user_id, email, customer, total_cents, payment_id, created_at, kind)
  SELECT payments.id, payments.user_id, line.email, line.customer, payments.amount_cents, payments.id,
         COALESCE(payments.settled_at, payments.created_at), payments.kind
  FROM (SELECT payment_id, min(id) AS first_line FROM cart_items
        WHERE payment = 'OK' AND payment_id IS NOT NULL AND order_id IS NULL GROUP BY payment_id) AS paid
  JOIN payments ON payments.id = paid.payment_id AND payments.status = 'succeeded'
  JOIN cart_items AS line ON line.id = paid.first_line
  WHERE NOT EXISTS (SELECT 1 FROM orders AS known WHERE known.payment_id = payments.id);

-- Paid lines without a payment keep `order_id` NULL, as do lines whose payment is not in the table.
UPDATE cart_items
  SET order_id = (SELECT orders.id FROM orders WHERE orders.payment_id = cart_items.payment_id)
  WHERE payment = 'OK' AND order_id IS NULL AND payment_id IS NOT NULL
    AND EXISTS (SELECT 1 FROM orders WHERE orders.payment_id = cart_items.payment_id);

-- They begin with `kind`: SQLite then uses them to find the full orders, also before the table was analysed. Otherwise it
-- would read the newest orders from the primary key and step over every single one.
CREATE INDEX orders_full ON orders (kind, id) WHERE kind = 'full';
CREATE INDEX orders_by_email ON orders (kind, email, id) WHERE kind = 'full';
CREATE INDEX orders_by_customer ON orders (kind, lower(customer), id) WHERE kind = 'full';
CREATE INDEX orders_by_total ON orders (kind, total_cents, id) WHERE kind = 'full';

-- Why a payment was declined. Until now `reference`, the gateway's name for a successful payment, also held the reason.
ALTER TABLE payments ADD COLUMN reason TEXT;
UPDATE payments SET reason = reference, reference = NULL WHERE status = 'failed';

-- So that the lists of a migrated shop use the right index from the first start on.
ANALYZE orders;
