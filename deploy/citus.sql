-- Distributes the shop by shopper on Citus 12 or newer. Run it once with psql on the coordinator, after the shop has
-- created its tables there, while no shop is running. docs/scale.md says what else has to be changed first: this file
-- alone does not make the shop run on Citus. It could not be tried on Citus itself. Its part 1 is plain PostgreSQL.

-- Part 1: a unique key of a distributed table must contain the shopper's id. The ids are UUIDs, so they stay unique.
BEGIN;
ALTER TABLE payments DROP CONSTRAINT payments_pkey, ADD PRIMARY KEY (user_id, id);
ALTER TABLE payments DROP CONSTRAINT payments_idempotency_key_key, ADD UNIQUE (user_id, idempotency_key);
ALTER TABLE orders DROP CONSTRAINT orders_pkey, ADD PRIMARY KEY (user_id, id);
ALTER TABLE orders DROP CONSTRAINT orders_payment_id_key, ADD UNIQUE (user_id, payment_id);
ALTER TABLE cart_items DROP CONSTRAINT cart_items_pkey, ADD PRIMARY KEY (user_id, id);
ALTER TABLE checkouts DROP CONSTRAINT checkouts_pkey, ADD PRIMARY KEY (user_id, payment_id);
ALTER TABLE addresses DROP CONSTRAINT addresses_pkey, ADD PRIMARY KEY (user_id, id);
ALTER TABLE orders_to_erase DROP CONSTRAINT orders_to_erase_pkey, ADD PRIMARY KEY (user_id, order_id);
-- The number of an order stays unique because it comes from one row of the table counters.
DROP INDEX orders_number;
CREATE INDEX orders_number ON orders (number);
-- The dashboard finds these rows by id alone.
CREATE INDEX payments_by_id ON payments (id);
CREATE INDEX orders_by_id ON orders (id);
CREATE INDEX orders_by_payment ON orders (payment_id);
CREATE INDEX cart_items_by_id ON cart_items (id);
COMMIT;

-- Part 2: Citus. Every server gets a copy of the reference tables. They are created first.
SELECT create_reference_table('identity_users');
SELECT create_reference_table('identity_sessions');
SELECT create_reference_table('firebase_sessions');
SELECT create_reference_table('identity_accounts');
SELECT create_reference_table('identity_verifications');
SELECT create_reference_table('pending_sign_ups');
SELECT create_reference_table('users');
SELECT create_reference_table('invitations');
SELECT create_reference_table('images');
SELECT create_reference_table('brands');
SELECT create_reference_table('products');
SELECT create_reference_table('shop_settings');
SELECT create_reference_table('secrets');
SELECT create_distributed_table('payments', 'user_id');
SELECT create_distributed_table('orders', 'user_id', colocate_with => 'payments');
SELECT create_distributed_table('cart_items', 'user_id', colocate_with => 'payments');
SELECT create_distributed_table('checkouts', 'user_id', colocate_with => 'payments');
SELECT create_distributed_table('addresses', 'user_id', colocate_with => 'payments');
SELECT create_distributed_table('stock_watchers', 'user_id', colocate_with => 'payments');
SELECT create_distributed_table('email_changes', 'user_id', colocate_with => 'payments');
SELECT create_distributed_table('orders_to_erase', 'user_id', colocate_with => 'payments');
-- All other tables stay local tables of the coordinator.
