import type { TestPerson, TestShop } from './shop.ts'

type Whose = { email: string; img: string }

/**
 * The three kinds of catalogue entries: brand, coffee and packet. Each has the names of its API calls, the request
 * body of its form, and a function that checks whether customers can see an entry.
 */
export const entryKinds = [
  {
    kind: 'brand',
    add: 'POST /coffeeBrand',
    edit: 'PUT /coffeeBrand/{id}',
    remove: 'DELETE /brandDelete/{id}',
    restore: 'PUT /brandRestore/{id}',
    list: 'GET /personCoffee',
    body: ({ email, img }: Whose) => ({ img, category_name: 'Valley Farm', ratting: 5, email }),
    isShown: async (shop: TestShop, _person: TestPerson, id: string) =>
      (await shop.call('GET /allCoffee', {})).answer.some(({ _id }) => _id === id),
  },
  {
    kind: 'coffee',
    add: 'POST /addNewCoffee',
    edit: 'PUT /addNewCoffee/{id}',
    remove: 'DELETE /packetNameDelete/{id}',
    restore: 'PUT /packetNameRestore/{id}',
    list: 'GET /packetName',
    body: ({ email, img }: Whose) => ({
      img,
      name: 'Ristretto',
      price: '3.50',
      category_name: 'Hill Farm',
      ratting: 3,
      email,
    }),
    isShown: async (shop: TestShop, person: TestPerson, id: string) => {
      const brands = (await shop.call('GET /allCoffee', {})).answer
      const details = await Promise.all(
        brands.map(({ _id }) => person.call('GET /coffeeDetails/{id}', { params: { id: _id } })),
      )
      return details.some(({ answer }) => answer.coffees.some(({ _id }) => _id === id))
    },
  },
  {
    kind: 'packet',
    add: 'POST /addNewPacket',
    edit: 'PUT /addNewPacket/{id}',
    remove: 'DELETE /packet/{id}',
    restore: 'PUT /packetRestore/{id}',
    list: 'GET /personPacket',
    body: ({ email, img }: Whose) => ({
      img,
      category_name: 'Ground',
      email,
      about: { name: 'Fine Grind', img, price: '9.99', ratting: 2, about: 'Half a kilo' },
    }),
    isShown: async (shop: TestShop, _person: TestPerson, id: string) =>
      (await shop.call('GET /allPacket', {})).answer.some(({ _id }) => _id === id),
  },
] as const

export type EntryKind = (typeof entryKinds)[number]

/** Adds a brand, a coffee or a packet to the catalogue. Returns the id of the new entry. */
export async function addEntry({ add }: EntryKind, person: TestPerson, body: object): Promise<string> {
  return String((await person.send(add, { body })).answer.insertedId)
}

/** Returns the catalogue entries of one kind that a person has added. */
export async function ownEntries({ list }: EntryKind, person: TestPerson): Promise<{ _id: string }[]> {
  return (await person.call(list, { query: { email: person.email } })).answer
}

/**
 * Returns a copy of the body of a form with another value in one field. A dot in the name selects a nested field, as
 * in `about.price`.
 */
export function withField(body: object, field: string, value: unknown): object {
  const [first = '', ...rest] = field.split('.')
  const inside: unknown = Object.entries(body).find(([name]) => name === first)?.[1]
  if (rest.length === 0 || typeof inside !== 'object' || inside === null) return { ...body, [first]: value }
  return { ...body, [first]: withField(inside, rest.join('.'), value) }
}
