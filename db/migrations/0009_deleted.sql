-- The list of deleted entries reads those of the last 30 days, newest first.
CREATE INDEX brands_deleted ON brands (archived_at) WHERE archived_at IS NOT NULL;
CREATE INDEX coffees_deleted ON coffees (archived_at) WHERE archived_at IS NOT NULL;
CREATE INDEX packets_deleted ON packets (archived_at) WHERE archived_at IS NOT NULL;

-- The coffees of all admins in one list, as `brands_live` and `packets_live` have it for theirs.
CREATE INDEX coffees_live ON coffees (id) WHERE archived_at IS NULL;
