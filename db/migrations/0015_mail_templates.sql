-- A mail is a text in `body`, as before, or is rendered from a template when it is sent. `data` is then JSON with what the
-- template needs, such as the id of an order. Data that is secret is deleted once the mail is sent or given up.
ALTER TABLE outbox ADD COLUMN template TEXT;
ALTER TABLE outbox ADD COLUMN data TEXT;
