-- With `roasters_choice` = 1, each delivery after the first is another coffee of the kind and the size of `product_id`.
ALTER TABLE subscriptions ADD COLUMN roasters_choice INTEGER NOT NULL DEFAULT 0;
