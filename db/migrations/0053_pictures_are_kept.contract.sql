-- A picture that was uploaded is kept, whether it is used or not. An earlier version would delete those that are used.
DROP INDEX images_unused;
ALTER TABLE images DROP COLUMN used_at;
ALTER TABLE images DROP COLUMN deleting_at;
