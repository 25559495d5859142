import { sql } from 'kysely'
import type { SubscriptionsOverview } from '#contract/orders/subscriptions-desk.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { roastersChoiceText } from '#contract/values/orders/subscriptions.ts'
import { factsOfProduct, kindOf } from '#server/catalogue/roasters-choice.ts'
import { now } from '#server/platform/clock.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { canCome } from '../own/delivery-ways.ts'
import { priceOn } from '../lines-of-delivery.ts'
import { dateIn, planNext } from '../schedule.ts'
import type { Planned } from '../schedule.ts'

const WEEKS = 4

/** Bags of a coffee that are due on a roast day, or of those of its kind if the roaster chooses. `income` is what they cost. */
type Bags = { day: string; productId: string; isChoice: boolean; bags: number; income: number }
type Deliveries = { day: string; deliveries: number; orders?: number; unpaid?: number }

/**
 * Lists what subscriptions need on each roast day of the next four weeks: what is planned, and what is ordered already. Of those that
 * cannot be delivered any more, nothing is planned: they are counted.
 */
export async function listDue(
  database: Source,
  settings: SellingSettings,
): Promise<Pick<SubscriptionsOverview, 'due' | 'undeliverable'>> {
  const db = database.longRead
  const today = dateIn(settings, now())
  const range = { first: today.toString(), last: today.add({ weeks: WEEKS }).toString() }
  const soon = await readSoon(database, range)
  const { coming = [], gone = [] } = Object.groupBy(soon, (row) =>
    canCome(settings, row, destinationOf(row)) ? 'coming' : 'gone',
  )
  const planned = listPlanned(settings, coming, range)
  const bags = [...planned, ...(await listOrderedBags(db, range))]
  const deliveries: Deliveries[] = [...planned, ...(await countOrdered(db, range))]
  const coffees = await readCoffees(db, new Set(bags.map(({ productId }) => productId)))
  const days = [...new Set(deliveries.map(({ day }) => day))].toSorted()
  const due = days.map((day) => {
    const ofDay = deliveries.filter((one) => one.day === day)
    const bagsOfDay = bags.filter((one) => one.day === day)
    const named = bagsOfDay.map(({ productId, isChoice, bags: count }) => {
      const { name = '', choice = '', weight_grams = null } = coffees.get(productId) ?? {}
      return { key: isChoice ? choice : productId, name: isChoice ? choice : name, weight_grams, count }
    })
    return {
      day,
      coffees: [...Map.groupBy(named, ({ key }) => key).values()].map((some) => {
        const [{ name, weight_grams } = { name: '', weight_grams: null }] = some
        const count = sumOf(some.map((one) => one.count))
        return { name, bags: count, grams: weight_grams && weight_grams * count }
      }),
      deliveries: sumOf(ofDay.map((one) => one.deliveries)),
      orders: sumOf(ofDay.map(({ orders = 0 }) => orders)),
      unpaid: sumOf(ofDay.map(({ unpaid = 0 }) => unpaid)),
      income: sumOf(bagsOfDay.map(({ income }) => income)),
    }
  })
  return { due, undeliverable: sumOf(gone.map(({ count }) => count)) }
}

type Source = Pick<ShopDatabase, 'longRead' | 'dialect'>
type Range = { first: string; last: string }

/** Subscriptions with the same values in these columns are planned alike. */
const ALIKE = [
  'next_on',
  'every_weeks',
  'product_id',
  'roasters_choice',
  'price_cents',
  'new_price_cents',
  'new_price_from',
  'deliveries_left',
  'quantity',
] as const

/**
 * Reads the active subscriptions of which something may be planned. A row stands for all that are planned alike and go to one
 * country in one way, because there may be ten thousand of them, but few days, rhythms, coffees and countries.
 */
function readSoon({ longRead, dialect }: Source, { last }: Range) {
  const checkout = dialect === 'sqlite' ? sql`checkout` : sql`checkout::json`
  return longRead
    .selectFrom('subscriptions')
    .select(ALIKE)
    .select(({ selectFrom, fn }) => {
      const product = selectFrom('products').whereRef('products.id', '=', 'subscriptions.product_id')
      return [
        product.select('products.weight_grams').$asScalar().as('weight_grams'),
        sql<string>`${checkout} ->> 'methodId'`.as('method_id'),
        sql<string | null>`${checkout} -> 'address' ->> 'country'`.as('country'),
        fn.countAll<number>().as('count'),
      ]
    })
    .where('state', '=', sql.lit('active' as const))
    .where('next_on', '<=', last)
    .groupBy([...ALIKE, 'method_id', 'country'])
    .orderBy('next_on')
    .orderBy('product_id')
    .execute()
}

type Soon = Awaited<ReturnType<typeof readSoon>>

function destinationOf({ method_id: methodId, country }: Soon[number]) {
  return { methodId, address: country === null ? null : { country } }
}

/** Lists what is planned. The deliveries of gifts bring no income, because they are paid. */
function listPlanned(settings: SellingSettings, soon: Soon, { last }: Range): (Bags & Deliveries)[] {
  const plans = new Map<string, Planned[]>()
  return soon.flatMap((one) => {
    const { next_on, every_weeks, product_id, deliveries_left, count: deliveries } = one
    const key = `${next_on} ${every_weeks}`
    const rhythm = { next_on, every_weeks, mandate_id: null }
    const days = plans.get(key) ?? planNext(settings, rhythm, Math.ceil(WEEKS / every_weeks) + 1)
    plans.set(key, days)
    const paid = deliveries_left === null ? days : days.slice(0, deliveries_left)
    const shown = paid.filter(({ roastOn, cutOffAt }) => roastOn <= last && cutOffAt > now())
    const bags = one.quantity * deliveries
    return shown.map(({ roastOn, cutOffAt }) => ({
      day: roastOn,
      productId: product_id,
      isChoice: one.roasters_choice === 1,
      bags,
      deliveries,
      income: deliveries_left === null ? bags * priceOn(one, cutOffAt) : 0,
    }))
  })
}

/** Selects the orders that subscriptions have placed. An order that is paid late has another roast day than was planned. */
function selectOrdered(db: Db, { first, last }: Range) {
  return db
    .selectFrom('renewals')
    .innerJoin('checkouts', 'checkouts.payment_id', 'renewals.id')
    .innerJoin('orders', 'orders.payment_id', 'renewals.id')
    .where('checkouts.roast_on', '>=', first)
    .where('checkouts.roast_on', '<=', last)
    .where('orders.state', 'not in', ['cancelled', 'refunded'])
    .groupBy('checkouts.roast_on')
    .select('checkouts.roast_on as day')
    .$narrowType<{ day: string }>()
}

async function listOrderedBags(db: Db, range: Range): Promise<Bags[]> {
  const rows = await selectOrdered(db, range)
    .innerJoin('cart_items', 'cart_items.payment_id', 'renewals.id')
    .groupBy('cart_items.product_id')
    .select('cart_items.product_id as productId')
    .select(({ fn }) => [fn.countAll().as('bags'), fn.sum('cart_items.price_cents').as('income')])
    .execute()
  return rows.map((row) => ({
    ...row,
    isChoice: false,
    bags: Number(row.bags),
    income: Number(row.income),
  }))
}

async function countOrdered(db: Db, range: Range): Promise<Required<Deliveries>[]> {
  const rows = await selectOrdered(db, range)
    .innerJoin('deliveries', 'deliveries.renewal_id', 'renewals.id')
    .groupBy('orders.state')
    .select('orders.state')
    .select(({ fn }) => [fn.countAll().as('deliveries'), fn.count('renewals.id').distinct().as('orders')])
    .execute()
  return rows.map(({ day, state, deliveries, orders }) => ({
    day,
    deliveries: Number(deliveries),
    orders: Number(orders),
    unpaid: state === 'waiting' ? Number(orders) : 0,
  }))
}

/** Reads the names of coffees, and the texts that stand for them if the roaster chooses. */
async function readCoffees(db: Db, ids: ReadonlySet<string>) {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name', 'weight_grams', factsOfProduct.as('facts')])
    .where('id', 'in', ids.size > 0 ? [...ids] : [''])
    .execute()
  return new Map(
    rows.map(({ id, facts, ...coffee }) => {
      const choice = roastersChoiceText(kindOf(facts), coffee.weight_grams)
      return [id, { ...coffee, choice }]
    }),
  )
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
