-- A brand that comes back looks for the coffees that went with it: without an index through all coffees there are.
CREATE INDEX coffees_archived ON coffees (brand_id, archived_at) WHERE archived_at IS NOT NULL;
