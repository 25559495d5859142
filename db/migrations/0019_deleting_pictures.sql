-- When an instance of the shop began to delete an unused picture. Until its row is deleted, no instance stores its files.
ALTER TABLE images ADD COLUMN deleting_at BIGINT;
