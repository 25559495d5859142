-- The id that the client has given to the request that added a line. It is unique for a user, so that a request that is
-- sent again adds nothing twice. Of several lines that one request adds, only the first has it.
ALTER TABLE cart_items ADD COLUMN request_id TEXT;
CREATE UNIQUE INDEX cart_items_of_request ON cart_items (user_id, request_id) WHERE request_id IS NOT NULL;
