-- What the search of the dashboard finds: orders, accounts and messages, each in the folded words of `fold-words.ts`. Those of
-- the email address are apart, because packers search without them. Triggers add and delete the entries, so that no code can
-- forget it, and take the words from an entry whose text has changed: it is not found until the job of `write-entries.ts`,
-- a second later, has written them anew. It also writes those of all that a shop has at this migration, the newest first.
--
-- `position` says what an entry is, and sorts by age: the number of an order, or 10^12 and more for an account, and 2 * 10^12
-- and more for a message, of which `ref` is the id. Copies between databases leave the table out: the triggers fill it.
CREATE TABLE search_entries (
  position INTEGER PRIMARY KEY,
  ref TEXT,
  words TEXT,
  email TEXT
);
CREATE UNIQUE INDEX search_entries_ref ON search_entries (ref) WHERE ref IS NOT NULL;
CREATE INDEX search_entries_to_index ON search_entries (position) WHERE words IS NULL;
CREATE VIRTUAL TABLE search_words USING fts5 (
  words, email,
  content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', detail = 'column'
);

INSERT INTO search_entries (position) SELECT number FROM orders WHERE number IS NOT NULL ORDER BY number;
INSERT INTO search_entries (position, ref)
  SELECT 1000000000000 + row_number() OVER (ORDER BY id), id FROM users WHERE mailbox IS NULL AND archived_at IS NULL;
INSERT INTO search_entries (position, ref)
  SELECT 2000000000000 + row_number() OVER (ORDER BY id), id FROM messages;

CREATE TRIGGER search_words_changed AFTER UPDATE OF words ON search_entries BEGIN
  DELETE FROM search_words WHERE rowid = OLD.position;
  INSERT INTO search_words (rowid, words, email)
    SELECT NEW.position, NEW.words, NEW.email WHERE NEW.words IS NOT NULL;
END;
CREATE TRIGGER search_words_deleted AFTER DELETE ON search_entries BEGIN
  DELETE FROM search_words WHERE rowid = OLD.position;
END;

CREATE TRIGGER search_order_placed AFTER INSERT ON orders WHEN NEW.number IS NOT NULL BEGIN
  INSERT INTO search_entries (position) VALUES (NEW.number);
END;
CREATE TRIGGER search_order_changed AFTER UPDATE OF customer, email ON orders BEGIN
  UPDATE search_entries SET words = NULL, email = NULL WHERE position = OLD.number;
END;
CREATE TRIGGER search_order_deleted AFTER DELETE ON orders BEGIN
  DELETE FROM search_entries WHERE position = OLD.number;
END;
CREATE TRIGGER search_address_changed AFTER UPDATE OF data ON checkouts BEGIN
  UPDATE search_entries SET words = NULL, email = NULL
    WHERE position = (SELECT number FROM orders WHERE payment_id = NEW.payment_id);
END;
-- The customer's account is deleted. The order is kept for the books only.
CREATE TRIGGER search_customer_left AFTER INSERT ON orders_to_erase BEGIN
  UPDATE search_entries SET words = NULL, email = NULL
    WHERE position = (SELECT number FROM orders WHERE id = NEW.order_id);
END;

CREATE TRIGGER search_account_added AFTER INSERT ON users WHEN NEW.mailbox IS NULL BEGIN
  INSERT INTO search_entries (position, ref)
    SELECT COALESCE(MAX(position), 1000000000000) + 1, NEW.id FROM search_entries
    WHERE position > 1000000000000 AND position < 2000000000000;
END;
CREATE TRIGGER search_account_changed AFTER UPDATE OF name, email, archived_at ON users BEGIN
  UPDATE search_entries SET words = NULL, email = NULL WHERE ref = OLD.id;
END;
CREATE TRIGGER search_account_deleted AFTER DELETE ON users BEGIN
  DELETE FROM search_entries WHERE ref = OLD.id;
END;

CREATE TRIGGER search_message_received AFTER INSERT ON messages BEGIN
  INSERT INTO search_entries (position, ref)
    SELECT COALESCE(MAX(position), 2000000000000) + 1, NEW.id FROM search_entries WHERE position > 2000000000000;
END;
CREATE TRIGGER search_message_deleted AFTER DELETE ON messages BEGIN
  DELETE FROM search_entries WHERE ref = OLD.id;
END;
