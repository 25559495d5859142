-- On SQLite only one process uses the database, so events need no table. This file gives both databases the same newest
-- number, which backups compare.
SELECT 1;
