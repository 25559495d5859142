import type { ShopDatabase } from '#server/shop-database.ts'

const FIRST = [
  'Anna',
  'Ben',
  'Carla',
  'David',
  'Eva',
  'Frank',
  'Greta',
  'Hans',
  'Ines',
  'Jonas',
  'Klara',
  'Liam',
]
const LAST = [
  'Schmidt',
  'Weber',
  'Silva',
  'Santos',
  'Becker',
  'Martin',
  'Moreau',
  'Garcia',
  'Rossi',
  'Novak',
  'Smith',
]
const COFFEES = [
  'Sidama Morning Wash',
  'Huila Honeycomb',
  'Marcala Ridge',
  'Cerrado Sunday',
  'Haraaz Ember',
  'Lintong',
]
const CITIES = ['Berlin', 'Porto', 'Wien', 'Paris', 'Hamburg']
/** Numbers below it are free for the orders of a test, which are then the oldest. */
const FIRST_NUMBER = 101
const HOSTS = ['gmail.com', 'mail.example', 'web.example']

/** Returns an SQL expression for the element of a list at an index, which is an SQL expression, too. */
function pick(list: readonly string[], index: string): string {
  const cases = list.map((text, at) => `WHEN ${at} THEN '${text}'`).join(' ')
  return `CASE (${index}) % ${list.length} ${cases} END`
}

/**
 * Inserts orders with together `lines` lines, with an account for every tenth order and a message for every
 * twentieth. Names, coffees and cities are few, so that each word is in very many of them.
 */
export async function insertManyOrders(database: ShopDatabase, lines: number): Promise<void> {
  const orders = Math.floor(lines * 0.75)
  const accounts = Math.ceil(orders / 10)
  const series = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${orders}),
    p AS (SELECT i, (CAST(i AS BIGINT) * 7919) % ${accounts} AS p FROM n),
    q AS (SELECT i, p, ${pick(FIRST, 'p')} || ' ' || ${pick(LAST, `p / ${FIRST.length}`)} AS name,
      lower(${pick(FIRST, 'p')} || '.' || ${pick(LAST, `p / ${FIRST.length}`)}) || p || '@' || ${pick(HOSTS, 'p')} AS email
      FROM p)`
  const id = (kind: string) => `'many-${kind}-' || (1000000000 + i)`
  const address = `'{"address":{"name":"' || name || '","company":"","postcode":"' || (10000 + (p * 37) % 89999)
    || '","city":"' || ${pick(CITIES, 'p')} || '"}}'`
  const line = (
    kind: string,
  ) => `INSERT INTO cart_items (id, user_id, email, customer, product_id, product_name, img,
      price_cents, rating, payment, payment_id, order_id, created_at, paid_at)
    ${series} SELECT ${id(kind)}, 'u' || p, email, name, 'many', ${pick(COFFEES, kind === 'line' ? 'i' : 'i / 3')}, '', 900, 5,
      'OK', ${id('payment')}, ${id('order')}, i, i FROM q`
  await database.script(`
    INSERT INTO orders (id, user_id, email, customer, total_cents, payment_id, created_at, kind, number, state)
    ${series} SELECT ${id('order')}, 'u' || p, email, name, 900, ${id('payment')}, i, 'full', ${FIRST_NUMBER} - 1 + i, 'delivered' FROM q;
    INSERT INTO checkouts (payment_id, user_id, method_kind, data, created_at)
    ${series} SELECT ${id('payment')}, 'u' || p, 'parcel', ${address}, i FROM q;
    ${line('line')};
    ${line('second')} WHERE i % 3 = 0;
    INSERT INTO users (id, subject, email, name, created_at)
    ${series} SELECT 'u' || p, 'many-' || p, email, name, i FROM q WHERE i <= ${accounts};
    INSERT INTO messages (id, name, email, message, created_at)
    ${series} SELECT ${id('message')}, name, email, 'When does my ' || ${pick(COFFEES, 'i')} || ' arrive?', i
      FROM q WHERE i % 20 = 0;
    UPDATE counters SET value = ${FIRST_NUMBER + orders} WHERE name = 'order'`)
  // The server of the tests has no autovacuum, which would do this.
  if (database.dialect === 'postgres') await database.script('ANALYZE')
}
