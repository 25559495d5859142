-- What a product was sold as when it was put into the cart: a coffee of this brand, or what is in this bag. A coffee and
-- its bag may have the same name and picture. Both are NULL for a product that the catalogue never had.
-- Items from before this migration get the brand or category that the catalogue has now, as no older one is known.
ALTER TABLE cart_items ADD COLUMN brand TEXT;
ALTER TABLE cart_items ADD COLUMN bag TEXT;
UPDATE cart_items
  SET brand = (SELECT brands.name FROM coffees JOIN brands ON brands.id = coffees.brand_id WHERE coffees.id = cart_items.product_id)
  WHERE product_id IN (SELECT id FROM coffees);
UPDATE cart_items
  SET bag = (SELECT packets.category FROM packets WHERE packets.id = cart_items.product_id)
  WHERE product_id IN (SELECT id FROM packets);
