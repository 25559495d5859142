import type { APIRequestContext } from '@playwright/test'
import { UPLOAD_FIELD, UPLOAD_PATH } from '#contract/media.ts'
import type { Upload } from '#contract/media.ts'
import { newAccount, signUp } from '../account-fixtures.ts'
import type { Person } from '../account-fixtures.ts'
import { test as mailTest } from '../mail-fixtures.ts'
import { drawPicture } from '../pictures.ts'

export { expect } from '../mail-fixtures.ts'

/** The ids of what is sold in the new shop: a brand, its coffee, and a packet. */
export type Shelves = { brandId: string; coffeeId: string; packetId: string }

type RealShopFixtures = {
  /** An admin, who is not signed in on `page`. */
  owner: Person
  shelves: Shelves
}

/**
 * The Playwright `test` function with a shop that is not in demo mode. It sends mails, and sells only the `shelves`.
 */
export const test = mailTest.extend<RealShopFixtures>({
  settings: [async ({ settings }, use) => use({ ...settings, DEMO: '0' }), { scope: 'worker' }],
  tokenFor: async ({ mailDatabase, mailServer }, use) =>
    use(async (email) => {
      const data = await mailDatabase.read(`SELECT data FROM outbox WHERE recipient = '${email}'`)
      // The data is deleted when the mail has been sent. It has arrived then.
      const { token } = JSON.parse(String(data)) ?? {}
      return token ?? /#(\S+)/.exec(mailServer.mailsTo(email)[0]?.text ?? '')?.[1] ?? ''
    }),
  owner: async ({ request, shop, mailDatabase, tokenFor }, use) => {
    const owner = await signUp(request, shop.url, { ...newAccount('Ada Byrne'), tokenFor })
    await mailDatabase.write(`UPDATE users SET role = 'Admin' WHERE email = '${owner.email}'`)
    await use(owner)
  },
  shelves: async ({ owner, shop, request }, use) => {
    const picture = pictures.get(shop.url) ?? (await upload(request, { owner, origin: shop.url }))
    pictures.set(shop.url, picture)
    await use(await fillShelves(owner, picture))
  },
})

/** The address of the picture in each shop, which is uploaded only once, because the shop renders it for a second. */
const pictures = new Map<string, string>()

async function upload(
  request: APIRequestContext,
  { owner, origin }: { owner: Person; origin: string },
): Promise<string> {
  const token = await request.get(`${origin}/api/jwt`, { params: { email: owner.email } })
  const { accessToken }: { accessToken: string } = await token.json()
  const { name, mimeType, buffer } = await drawPicture()
  const uploaded = await request.post(`${origin}/api${UPLOAD_PATH}`, {
    headers: { origin, authorization: `Bearer ${accessToken}` },
    multipart: { [UPLOAD_FIELD]: { name, mimeType, buffer } },
  })
  const { data }: Upload = await uploaded.json()
  return data.url
}

async function fillShelves({ email, call }: Person, img: string): Promise<Shelves> {
  const common = { img, ratting: 4, email }
  const brand = { ...common, category_name: 'Hill Farm' }
  const coffee = { ...common, name: 'Harar', price: '12.50', category_name: 'Hill Farm', weight: 250 }
  const about = { ...common, name: 'House Blend', price: '19.99', about: 'Dark and sweet.', weight: 1000 }
  const { insertedId: brandId = '' } = await call('POST /coffeeBrand', { body: brand })
  const { insertedId: coffeeId = '' } = await call('POST /addNewCoffee', { body: coffee })
  const { insertedId: packetId = '' } = await call('POST /addNewPacket', {
    body: { img, category_name: 'Bags', email, about },
  })
  return { brandId, coffeeId, packetId }
}
