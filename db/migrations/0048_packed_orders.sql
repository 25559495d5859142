-- The packed orders, which are few beside the sent ones of a shop that does not mark orders as delivered.
CREATE INDEX orders_packed ON orders (id) WHERE state = 'packed';
