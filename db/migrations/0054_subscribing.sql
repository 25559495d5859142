-- With `roasters_choice` = 1, the subscription that a line begins leaves its coffee to the roaster after the first delivery.
ALTER TABLE cart_items ADD COLUMN roasters_choice INTEGER NOT NULL DEFAULT 0;

-- When a paused or ended subscription was last resumed, or NULL.
ALTER TABLE subscriptions ADD COLUMN resumed_at BIGINT;
