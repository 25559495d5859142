-- What the search of the dashboard finds: orders, accounts and messages, each in the folded words of `fold-words.ts`. Those of
-- the email address are apart, because packers search without them. Triggers add and delete the entries, so that no code can
-- forget it, and take the words from an entry whose text has changed: it is not found until the job of `write-entries.ts`,
-- a second later, has written them anew. It also writes those of all that a shop has at this migration, the newest first.
--
-- `position` says what an entry is, and sorts by age: the number of an order, or 10^12 and more for an account, and 2 * 10^12
-- and more for a message, of which `ref` is the id. Copies between databases leave the table out: the triggers fill it.
CREATE TABLE search_entries (
  position BIGINT PRIMARY KEY,
  ref TEXT,
  words TEXT,
  email TEXT,
  lexemes TSVECTOR GENERATED ALWAYS AS (
    setweight(to_tsvector('simple', words), 'A') || setweight(to_tsvector('simple', email), 'B')
  ) STORED
) PARTITION BY RANGE (position);
-- PostgreSQL has statistics about the words of each part.
CREATE TABLE search_orders PARTITION OF search_entries FOR VALUES FROM (MINVALUE) TO (1000000000000);
CREATE TABLE search_accounts PARTITION OF search_entries FOR VALUES FROM (1000000000000) TO (2000000000000);
CREATE TABLE search_messages PARTITION OF search_entries FOR VALUES FROM (2000000000000) TO (MAXVALUE);
CREATE SEQUENCE search_positions;

INSERT INTO search_entries (position) SELECT number FROM orders WHERE number IS NOT NULL ORDER BY number;
INSERT INTO search_entries (position, ref)
  SELECT 1000000000000 + nextval('search_positions'), id
  FROM (SELECT id FROM users WHERE mailbox IS NULL AND archived_at IS NULL ORDER BY id) AS accounts;
INSERT INTO search_entries (position, ref)
  SELECT 2000000000000 + nextval('search_positions'), id FROM (SELECT id FROM messages ORDER BY id) AS received;

CREATE INDEX search_entries_ref ON search_entries (ref) WHERE ref IS NOT NULL;
CREATE INDEX search_entries_to_index ON search_entries (position) WHERE words IS NULL;
-- Without the list of pending entries, which every search would have to read.
CREATE INDEX search_entries_words ON search_entries USING GIN (lexemes) WITH (fastupdate = off);

CREATE FUNCTION search_order_placed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO search_entries (position) VALUES (NEW.number);
  RETURN NULL;
END $$;
CREATE FUNCTION search_order_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE search_entries SET words = NULL, email = NULL WHERE position = NEW.number;
  RETURN NULL;
END $$;
CREATE FUNCTION search_order_deleted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM search_entries WHERE position = OLD.number;
  RETURN NULL;
END $$;
CREATE FUNCTION search_address_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE search_entries SET words = NULL, email = NULL
    WHERE position = (SELECT number FROM orders WHERE payment_id = NEW.payment_id);
  RETURN NULL;
END $$;
CREATE FUNCTION search_customer_left() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE search_entries SET words = NULL, email = NULL
    WHERE position = (SELECT number FROM orders WHERE id = NEW.order_id);
  RETURN NULL;
END $$;
-- For accounts and messages. The argument is where their positions begin.
CREATE FUNCTION search_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO search_entries (position, ref) VALUES (TG_ARGV[0]::BIGINT + nextval('search_positions'), NEW.id);
  RETURN NULL;
END $$;
CREATE FUNCTION search_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE search_entries SET words = NULL, email = NULL WHERE ref = NEW.id;
  RETURN NULL;
END $$;
CREATE FUNCTION search_deleted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM search_entries WHERE ref = OLD.id;
  RETURN NULL;
END $$;

CREATE TRIGGER search_order_placed AFTER INSERT ON orders
  FOR EACH ROW WHEN (NEW.number IS NOT NULL) EXECUTE FUNCTION search_order_placed();
CREATE TRIGGER search_order_changed AFTER UPDATE OF customer, email ON orders
  FOR EACH ROW EXECUTE FUNCTION search_order_changed();
CREATE TRIGGER search_order_deleted AFTER DELETE ON orders
  FOR EACH ROW EXECUTE FUNCTION search_order_deleted();
CREATE TRIGGER search_address_changed AFTER UPDATE OF data ON checkouts
  FOR EACH ROW EXECUTE FUNCTION search_address_changed();
-- The customer's account is deleted. The order is kept for the books only.
CREATE TRIGGER search_customer_left AFTER INSERT ON orders_to_erase
  FOR EACH ROW EXECUTE FUNCTION search_customer_left();
CREATE TRIGGER search_account_added AFTER INSERT ON users
  FOR EACH ROW WHEN (NEW.mailbox IS NULL) EXECUTE FUNCTION search_added('1000000000000');
CREATE TRIGGER search_account_changed AFTER UPDATE OF name, email, archived_at ON users
  FOR EACH ROW EXECUTE FUNCTION search_changed();
CREATE TRIGGER search_account_deleted AFTER DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION search_deleted();
CREATE TRIGGER search_message_received AFTER INSERT ON messages
  FOR EACH ROW EXECUTE FUNCTION search_added('2000000000000');
CREATE TRIGGER search_message_deleted AFTER DELETE ON messages
  FOR EACH ROW EXECUTE FUNCTION search_deleted();
