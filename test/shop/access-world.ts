import type { Role } from '#contract/call.ts'
import { limitNumbers, Limits } from '#server/platform/http/rate-limits.ts'
import { fill } from '#test/cart.ts'
import { failedMailRow } from '#test/rows.ts'
import { checkoutOf, pickup } from '#test/orders/orders.ts'
import { lisbonAddress } from '#test/selling/portuguese-shop.ts'
import type { Given, TestPerson } from '#test/shop.ts'

export { newDiscount } from '#test/selling/discounts.ts'

/** A shop with the shopper Cora, the admin Ada, and the person who makes the API call. */
export type World = { shop: Given; cora: TestPerson; ada: TestPerson; asking: TestPerson }

/** The limits of a shop in which so many people may ask for a mail from one IP address. */
export const limitsForAll = () => new Limits({ ...limitNumbers, reset: { burst: 100, refillMs: 1 } })

export const newId = () => crypto.randomUUID()
export const picture = '/images/0123456789abcdef-aabbcc-800.webp'
export const coraEmail = ({ cora }: World) => ({ email: cora.email })

/** Puts an espresso into the cart of Cora, and returns the id of its line. */
export const coraItem = async ({ shop, cora }: World): Promise<Id> => ({
  id: String((await fill(cora, shop.shelves.espresso))[0]),
})

export type Id = { id: string }

export async function removedItem(world: World): Promise<Id> {
  const params = await coraItem(world)
  await world.cora.call('DELETE /orderDelete/{id}', { params })
  return params
}

export async function coraAddress({ cora }: World): Promise<Id> {
  const { _id: id } = (await cora.call('POST /addresses', { body: lisbonAddress })).answer
  return { id }
}

/** Inserts a payment of the shopper Cora and the checkout that belongs to it. Returns the id of the payment. */
export async function placedCheckout(world: World): Promise<Id> {
  const { shop, cora } = world
  const { id } = await payment(world)
  const data = JSON.stringify(checkoutOf(pickup))
  const row = { payment_id: id, user_id: cora.userId, method_kind: 'pickup', data } as const
  await shop.database.write(({ tx }) =>
    tx
      .insertInto('checkouts')
      .values({ ...row, roast_on: null, created_at: Date.now() })
      .execute(),
  )
  return { id }
}

export async function paidItem(world: World): Promise<Id> {
  const params = await coraItem(world)
  await world.cora.call('PUT /singlePayment/{id}', { params, body: {} })
  return params
}

export async function payment(world: World): Promise<Id> {
  const { id } = await paidItem(world)
  const line = await world.shop.database.read
    .selectFrom('cart_items')
    .select('payment_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return { id: String(line?.payment_id) }
}

export async function fullOrder(world: World): Promise<Id> {
  const items = [{ _id: (await coraItem(world)).id }]
  const { answer } = await world.cora.call('POST /fullOrder', {
    body: { ...coraEmail(world), items, total: '2.50' },
  })
  return { id: String(answer.insertedId) }
}

/** Inserts a brand, a coffee or a packet with Ada as its owner into the database, and returns its id. */
export async function adas(
  kind: 'brands' | 'coffees' | 'packets',
  { shop, ada }: World,
  archived_at: number | null = null,
): Promise<Id> {
  const { brand: sample, espresso, packet: bag } = shop.shelves
  const common = { id: newId(), owner_id: ada.userId, archived_at, img: picture }
  const product = kind === 'coffees' ? espresso : { ...bag, cover_img: picture }
  await shop.database.write(({ tx }) =>
    kind === 'brands'
      ? tx
          .insertInto('brands')
          .values({ ...sample, ...common })
          .execute()
      : tx
          .insertInto('products')
          .values({ ...product, ...common })
          .execute(),
  )
  return { id: common.id }
}

export async function newUser({ shop }: World, role: Role | null): Promise<Id> {
  const id = newId()
  const user = {
    id,
    subject: id,
    email: `${id}@people.example`,
    name: 'Some Body',
    role,
    created_at: Date.now(),
    archived_at: null,
  }
  await shop.database.write(({ tx }) => tx.insertInto('users').values(user).execute())
  return { id }
}

export async function failedMail({ shop }: World): Promise<Id> {
  const mail = failedMailRow()
  await shop.database.write(({ tx }) => tx.insertInto('outbox').values(mail).execute())
  return { id: mail.id }
}

/* The bodies with which an admin adds a brand, a coffee and a packet. */

export const brand = (email: string) => ({ img: picture, category_name: 'Hill Farm', ratting: 5, email })
export const coffee = (email: string) => ({
  img: picture,
  name: 'Ristretto',
  price: '2.00',
  category_name: 'Hill Farm',
  ratting: 5,
  email,
})
export const packet = (email: string) => ({
  img: picture,
  category_name: 'Bags',
  email,
  about: { name: 'Blend', img: picture, price: '9.00', ratting: 5, about: '' },
})
