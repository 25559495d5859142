-- One table for everything that can be bought. A coffee and the contents of a packet have a name, a picture, a text, a
-- price and a rating. A coffee also has a brand. A packet also has a category and a cover picture: its card in the list
-- of bags. Columns of the other kind are NULL. Ids stay, since cart lines and orders refer to them.
CREATE TABLE products (
  id TEXT PRIMARY KEY,
  owner_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  img TEXT NOT NULL,
  about TEXT NOT NULL,
  price_cents BIGINT NOT NULL,
  rating INTEGER NOT NULL,
  brand_id TEXT,
  category TEXT,
  cover_img TEXT,
  created_at BIGINT NOT NULL,
  archived_at BIGINT,
  CONSTRAINT products_kind CHECK (
    CASE kind
      WHEN 'coffee' THEN brand_id IS NOT NULL AND category IS NULL AND cover_img IS NULL
      WHEN 'packet' THEN brand_id IS NULL AND category IS NOT NULL AND cover_img IS NOT NULL
      ELSE FALSE
    END
  )
);

INSERT INTO products (id, owner_id, kind, name, img, about, price_cents, rating, brand_id, created_at, archived_at)
  SELECT id, owner_id, 'coffee', name, img, about, price_cents, rating, brand_id, created_at, archived_at
  FROM coffees ORDER BY id;
INSERT INTO products (id, owner_id, kind, name, img, about, price_cents, rating, category, cover_img, created_at, archived_at)
  SELECT id, owner_id, 'packet', product_name, product_img, about, price_cents, rating, category, img, created_at, archived_at
  FROM packets ORDER BY id;

DROP TABLE coffees;
DROP TABLE packets;

-- What is in the shop: all of a kind, those of an owner, those of a brand, and a product that is known by its looks.
CREATE INDEX products_live ON products (kind, id) WHERE archived_at IS NULL;
CREATE INDEX products_of_owner ON products (kind, owner_id, id) WHERE archived_at IS NULL;
CREATE INDEX products_of_brand ON products (brand_id, id) WHERE archived_at IS NULL AND brand_id IS NOT NULL;
CREATE INDEX products_name ON products (name, img) WHERE archived_at IS NULL;

-- What was deleted: the newest of a kind, and the coffees that were deleted with a brand.
CREATE INDEX products_deleted ON products (kind, archived_at) WHERE archived_at IS NOT NULL;
CREATE INDEX products_deleted_of_brand ON products (brand_id, archived_at) WHERE archived_at IS NOT NULL AND brand_id IS NOT NULL;

-- Statistics for the query planner, which has none about a new table.
ANALYZE products;
