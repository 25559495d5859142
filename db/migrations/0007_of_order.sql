-- The items of an order are found by its payment, which paid for just them.
DROP INDEX cart_items_of_order;
