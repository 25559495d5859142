-- Somebody's items are found by the address they were ordered with, which never changes: an index of its own by user id
-- scattered every order over one page more. Nobody looked orders up by user id.
DROP INDEX cart_items_of_user;
DROP INDEX orders_of_user;
