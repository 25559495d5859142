-- The words by which products on sale are found, in the folded form of `fold-words.ts`. The server fills the table from
-- `products`, at its start if rows are missing. Copies between databases leave it out.
CREATE TABLE product_search (
  product_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  notes TEXT NOT NULL,
  facts TEXT NOT NULL,
  about TEXT NOT NULL,
  words TSVECTOR NOT NULL GENERATED ALWAYS AS (
    setweight(to_tsvector('simple', name), 'A') || setweight(to_tsvector('simple', notes), 'B')
    || setweight(to_tsvector('simple', facts), 'C') || setweight(to_tsvector('simple', about), 'D')
  ) STORED
);
CREATE INDEX product_search_words ON product_search USING GIN (words);
