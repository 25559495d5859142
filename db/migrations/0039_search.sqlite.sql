-- The words by which products on sale are found, in the folded form of `fold-words.ts`. The server fills the table from
-- `products`, at its start if rows are missing. Copies between databases leave it out.
CREATE VIRTUAL TABLE product_search USING fts5 (
  product_id UNINDEXED, name, notes, facts, about,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3', detail = 'column'
);
CREATE VIRTUAL TABLE product_search_words USING fts5vocab (product_search, 'row');
