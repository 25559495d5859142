import { randomUUID } from 'node:crypto'
import type { Product } from '#contract/catalogue.ts'
import type { NewCoffee } from '#contract/shop-management.ts'
import type { Person } from './account-fixtures.ts'

/**
 * A coffee that a test has added as the only coffee of a brand. `reprice` changes the price, and `remove` deletes the
 * coffee. Both act as the seller.
 */
export type SoldCoffee = Product & {
  brandId: string
  reprice: (price: string) => Promise<void>
  remove: () => Promise<void>
}

/** Adds a brand with one coffee to the shop. The brand and the coffee use a picture that the shop already has. */
export async function sellCoffee(
  seller: Person,
  { name = 'Slow Comet', price = '12.50', brand = 'Test Roast' } = {},
): Promise<SoldCoffee> {
  const { email } = seller
  const [first] = await seller.call('GET /allCoffee', {})
  const common = { img: first?.img ?? '', ratting: 4, email }
  const category_name = `${brand} ${randomUUID().slice(0, 8)}`
  const { insertedId: brandId = '' } = await seller.call('POST /coffeeBrand', {
    body: { ...common, category_name },
  })
  const coffee: NewCoffee = { ...common, name, price, category_name }
  const { insertedId: id = '' } = await seller.call('POST /addNewCoffee', { body: coffee })
  return {
    _id: id,
    brandId,
    name,
    price,
    img: common.img,
    ratting: common.ratting,
    about: '',
    reprice: async (newPrice) =>
      void (await seller.call('PUT /addNewCoffee/{id}', {
        params: { id },
        body: { ...coffee, price: newPrice },
      })),
    remove: async () => void (await seller.call('DELETE /packetNameDelete/{id}', { params: { id } })),
  }
}

/** Returns the coffees of the first brand in the demo shop. */
export async function demoCoffees(shopper: Person): Promise<Product[]> {
  const [brand] = await shopper.call('GET /allCoffee', {})
  return (await shopper.call('GET /coffeeDetails/{id}', { params: { id: brand?._id ?? '' } })).coffees
}

/** Adds products to a person's cart by API requests. Returns the ids of the items in the cart. */
export async function fillCart({ call, email, name }: Person, products: Product[]): Promise<string[]> {
  const ids: string[] = []
  for (const { _id: productId, name: productName, img, price, ratting } of products) {
    const { insertedId } = await call('POST /orders', {
      body: { email, customer: name, productName, img, price, ratting, productId },
    })
    ids.push(insertedId ?? '')
  }
  return ids
}

/** Sets how many bags of a product are left, as the admin `owner`. */
export async function countBags(owner: Person, id: string, bags: number): Promise<void> {
  const { stock } = await owner.call('GET /productStock/{id}', { params: { id } })
  const change = bags - (stock?.remaining ?? 0)
  const body = { use: 'bags', shown: stock?._id ?? null, key: randomUUID(), change } as const
  await owner.call('PUT /productStock/{id}', { params: { id }, body })
}

/** Buys the first coffee of the demo shop. Returns its id, and the number of the order. */
export async function buyOne(customer: Person): Promise<{ id: string; coffeeId: string; number: number }> {
  const coffees = (await demoCoffees(customer)).slice(0, 1)
  const ids = await fillCart(customer, coffees)
  const items = ids.map((_id) => ({ _id }))
  const [coffee = { _id: '', price: '' }] = coffees
  await customer.call('POST /fullOrder', { body: { email: customer.email, items, total: coffee.price } })
  const { orders } = await customer.call('GET /myOrders', { query: {} })
  const [{ _id: id, number } = { _id: '', number: 0 }] = orders
  return { id, coffeeId: coffee._id, number }
}
