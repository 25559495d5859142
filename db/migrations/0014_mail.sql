-- The address that a mail goes to. NULL is the shop's owner: the mail goes to the MAIL_TO of the settings at the time
-- when it is sent, and that address is stored here then.
ALTER TABLE outbox ADD COLUMN recipient TEXT;
