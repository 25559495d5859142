import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { erasePeople } from '#server/erase-guests.ts'
import { idAt, newId } from '#server/platform/clock.ts'
import { putInStock } from '#test/catalogue.ts'
import { forEveryone, saveOpening } from '#test/selling/opening.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

const DAY_MS = 24 * 60 * 60_000

describe.each(stores)('a visitor who wants to be told about a product on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: mailSettings })
  let count = 0
  beforeAll(() => saveOpening(shop.database, forEveryone))
  let email: string
  let stock: string
  let id: string
  beforeEach(async () => {
    count += 1
    email = `vera.${count}@people.example`
    id = shop.shelves.packet.id
    stock = await putInStock(shop.database, { unit: 'bags', remaining: 0 }, [shop.shelves.packet, null])
  })

  const ask = (to = email) =>
    shop.send('POST /watchedProducts/{id}/link', { params: { id }, body: { email: to } })
  const confirm = (token: string) => shop.send('POST /watchedProducts/link', { body: { token } })
  const mails = () =>
    shop.database.read.selectFrom('outbox').selectAll().where('recipient', '=', email).orderBy('id').execute()
  const guests = () => shop.database.read.selectFrom('users').selectAll().where('email', '=', email).execute()
  const tokenOf = async (): Promise<string> => JSON.parse((await mails())[0]?.data ?? '{}').token
  const refill = async () => {
    const ada = await shop.admin(`Ada ${count}`)
    const change = { use: 'bags', shown: stock, key: newId(), change: 5 } as const
    await ada.call('PUT /productStock/{id}', { params: { id }, body: change })
  }

  test('gets one mail after confirming it, and is then forgotten', async () => {
    expect((await ask(email.toUpperCase())).answer).toEqual({ acknowledged: true })
    const [link] = await mails()
    const text = link && (await shop.mailComposer.compose(link))?.text
    expect(text).toMatch(new RegExp(`/bagDetails/${id}/house-blend#[\\w-]{32}"`))
    const token = await tokenOf()
    const answers = await Promise.all([confirm(token), confirm(token)])
    expect(answers.map(({ answer }) => answer.modifiedCount)).toEqual([1, 1])
    expect(await guests()).toHaveLength(1)
    await refill()
    expect((await mails()).map(({ template }) => template)).toEqual(['watch-link', 'back-in-stock'])
    expect(await guests()).toEqual([])
    expect((await confirm(token)).answer.modifiedCount).toBe(0)
    expect(await guests()).toEqual([])
    await ask()
    expect(await mails()).toHaveLength(2)
  })

  test('gets no mail about the product without the link of the first one', async () => {
    await ask()
    expect((await confirm('made up')).problem.code).toBe('mailed-link-used')
    await refill()
    expect((await mails()).map(({ template }) => template)).toEqual(['watch-link'])
  })

  test('gets at most three links in ten minutes, whichever spelling of the address asks', async () => {
    const spellings = [email, email, `vera.${count}+a@people.example`, email.replace('.', ''), email]
    const answers = await Promise.all(spellings.map((spelling) => ask(spelling)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const sent = await shop.database.read
      .selectFrom('outbox')
      .select('recipient')
      .where('recipient', 'in', spellings)
      .execute()
    expect(sent).toHaveLength(3)
  })

  test('watches the product with the account that confirms the address, and not twice', async () => {
    await ask()
    const token = await tokenOf()
    await confirm(token)
    const vera = await shop.person(`Vera ${count}`)
    expect((await vera.call('GET /watchedProducts', {})).answer).toEqual([id])
    expect((await confirm(token)).problem.code).toBe('mailed-link-used')
    await refill()
    expect((await mails()).filter(({ template }) => template === 'back-in-stock')).toHaveLength(1)
  })

  test('is kept for a year while the product is sold out, and the mail with the link for 30 days', async () => {
    await ask()
    await confirm(await tokenOf())
    const made = (created_at: number) =>
      shop.database.write(({ tx }) =>
        tx.updateTable('users').set({ created_at }).where('email', '=', email).execute(),
      )
    await made(Date.now() - 364 * DAY_MS)
    await erasePeople(shop.database, 10)
    expect([(await guests()).length, (await mails()).length]).toEqual([1, 1])
    await made(Date.now() - 366 * DAY_MS)
    await shop.database.write(({ tx }) =>
      tx
        .updateTable('outbox')
        .set({ id: idAt(Date.now() - 31 * DAY_MS) })
        .where('recipient', '=', email)
        .execute(),
    )
    await erasePeople(shop.database, 10)
    expect([await guests(), await mails()]).toEqual([[], []])
    await refill()
    expect((await mails()).filter(({ template }) => template === 'back-in-stock')).toEqual([])
  })

  test('is refused for an unknown product', async () => {
    id = 'none'
    expect((await ask()).status).toBe(404)
  })
})
