-- One index for each way the dashboard's tables are sorted; `id` ends each, so that pages can go on after a row.
CREATE INDEX cart_items_by_email ON cart_items (email, id);
CREATE INDEX cart_items_by_name ON cart_items (lower(product_name), id);
CREATE INDEX cart_items_by_price ON cart_items (price_cents, id);
CREATE INDEX cart_items_by_payment ON cart_items ((CASE WHEN payment IS NULL THEN 0 ELSE 1 END), id);
CREATE INDEX orders_by_email ON orders (email, id);
CREATE INDEX orders_by_customer ON orders (lower(customer), id);
CREATE INDEX orders_by_total ON orders (total_cents, id);
CREATE INDEX users_by_email ON users (email, id) WHERE archived_at IS NULL;
CREATE INDEX users_by_name ON users (lower(name), id) WHERE archived_at IS NULL;
CREATE INDEX users_live ON users (id) WHERE archived_at IS NULL;
CREATE INDEX users_admins ON users (role) WHERE role IS NOT NULL;
