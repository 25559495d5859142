-- A shop that is run already is open, and goes on showing its products to those who are signed in. A new shop is opened by
-- its first admin.
INSERT INTO shop_settings (name, value, changed_at)
  SELECT 'opening', '{"isOpen":true,"productsFor":"signedIn"}', 1 FROM users WHERE role = 'Admin' LIMIT 1;
