-- What an owner says about a coffee (`CoffeeFacts` as JSON), the addresses of its pictures besides the first one (a JSON
-- array), and the coffee of which a bag is another size.
ALTER TABLE products ADD COLUMN facts TEXT;
ALTER TABLE products ADD COLUMN pictures TEXT;
ALTER TABLE products ADD COLUMN coffee_id TEXT;

-- A bag whose category is the name of exactly one coffee on sale belongs to that coffee. The owner decides about others.
UPDATE products
SET coffee_id = (SELECT coffees.id FROM products AS coffees
  WHERE coffees.kind = 'coffee' AND coffees.archived_at IS NULL AND coffees.name = products.category)
WHERE kind = 'packet' AND archived_at IS NULL AND 1 = (SELECT COUNT(*) FROM products AS coffees
  WHERE coffees.kind = 'coffee' AND coffees.archived_at IS NULL AND coffees.name = products.category);

CREATE INDEX products_of_coffee ON products (coffee_id, id) WHERE archived_at IS NULL AND coffee_id IS NOT NULL;

-- The facts by which visitors filter and compare coffees, one row for each value. They follow from `products.facts`.
CREATE TABLE product_facets (
  product_id TEXT NOT NULL,
  facet TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (product_id, facet, value)
);
CREATE INDEX product_facets_value ON product_facets (facet, value, product_id);
