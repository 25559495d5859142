-- A paid order has one state, and its lines show it. Until now lines could be moved one by one, ahead of their order.
-- `cart_items.moved_by` is no longer used.
UPDATE cart_items
SET delivery = (SELECT CASE orders.state WHEN 'paid' THEN NULL WHEN 'packed' THEN 'Packed' WHEN 'delivered' THEN 'Delivered' ELSE 'Sent' END
  FROM orders WHERE orders.id = cart_items.order_id)
WHERE payment = 'OK' AND EXISTS (
  SELECT 1 FROM orders WHERE orders.id = cart_items.order_id AND orders.state IN ('paid', 'packed', 'sent', 'ready', 'delivered')
    AND COALESCE(cart_items.delivery, 'Ordered') <>
      CASE orders.state WHEN 'paid' THEN 'Ordered' WHEN 'packed' THEN 'Packed' WHEN 'delivered' THEN 'Delivered' ELSE 'Sent' END);
