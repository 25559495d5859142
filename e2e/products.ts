import { randomUUID } from 'node:crypto'
import type { Product } from '#contract/catalogue.ts'
import type { NewCoffee } from '#contract/shop-management.ts'
import type { Person } from './account-fixtures.ts'

/** A coffee that is the only one of its brand. `reprice` and `remove` act as its seller. */
export type SoldCoffee = Product & {
  brandId: string
  reprice: (price: string) => Promise<void>
  remove: () => Promise<void>
}

/** Adds a brand with one coffee. Both use a picture that the shop already has. */
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

/** Returns the coffees of the demo shop's first brand. */
export async function demoCoffees(shopper: Person): Promise<Product[]> {
  const [brand] = await shopper.call('GET /allCoffee', {})
  return (await shopper.call('GET /coffeeDetails/{id}', { params: { id: brand?._id ?? '' } })).coffees
}

/** Adds products to a person's cart without a page. Returns the ids of the items. */
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
