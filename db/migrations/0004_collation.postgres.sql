-- Sort and compare by code point, as SQLite does, so that "begins with" is a range of an index.
ALTER TABLE users ALTER COLUMN email TYPE TEXT COLLATE "C", ALTER COLUMN name TYPE TEXT COLLATE "C";
ALTER TABLE cart_items
  ALTER COLUMN email TYPE TEXT COLLATE "C",
  ALTER COLUMN customer TYPE TEXT COLLATE "C",
  ALTER COLUMN product_name TYPE TEXT COLLATE "C";
ALTER TABLE orders ALTER COLUMN email TYPE TEXT COLLATE "C", ALTER COLUMN customer TYPE TEXT COLLATE "C";
