-- When an admin last changed an entry. `sitemap.xml` says so to search engines.
ALTER TABLE brands ADD COLUMN changed_at BIGINT;
ALTER TABLE products ADD COLUMN changed_at BIGINT;
