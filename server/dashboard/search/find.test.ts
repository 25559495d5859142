import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { receiveMessage } from '#server/messages/receive-message.ts'
import { fill } from '#test/cart.ts'
import { buy, checkoutOf, orderOfId, storeCheckout } from '#test/orders/orders.ts'
import { lisbonAddress } from '#test/selling/portuguese-shop.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { indexProducts } from '#server/catalogue/search/product-words.ts'
import { NO_EMAIL } from '#contract/values/limits.ts'
import { indexEntries } from './write-entries.ts'

describe.each(stores)('the search of the dashboard on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  let pia: TestPerson
  let zoe: TestPerson
  let [orderId, number] = ['', 0]

  const find = async (q: string, who = ada) => {
    await indexEntries(shop.database)
    return (await who.call('GET /find', { query: { q } })).answer
  }
  /** What a text finds, as `kind title`. */
  const titles = async (q: string, who?: TestPerson) =>
    (await find(q, who)).map(({ kind, title }) => `${kind} ${title}`)

  beforeAll(async () => {
    ;[ada, pia] = await Promise.all([shop.admin('Ada'), shop.packer('Pia')])
    zoe = await shop.person('Zoë Müller-Straßer')
    orderId = await buy(zoe, shop.shelves.lungo)
    await storeCheckout(shop.database, orderId, checkoutOf())
    number = (await orderOfId(shop.database, orderId)).number
    const message = 'Do you ship Tarrazú to Madeira? Mine is order 77.'
    await receiveMessage(shop.database, { name: 'Vera Voigt', email: 'vera@letters.example', message }, false)
    const { id } = shop.shelves.lungo
    await shop.database.write(({ tx }) => indexProducts(tx, { column: 'id', values: [id] }))
  })

  const order = 'order Zoë Müller-Straßer'
  const account = 'account Zoë Müller-Straßer'

  test.each([
    ['zoe mull', [account, order]],
    ['MÜLLER zo', [account, order]],
    ['strasser', [account, order]],
    ['lisb reis', [order]],
    ['1200-381', [order]],
    ['zoe lungo', [order]],
    ['lungo 1200', [order]],
    ['lun', ['coffee Lungo', order]],
    ['tarrazu', ['message Vera Voigt']],
    ['madeira voigt ship', ['message Vera Voigt']],
    ['letters.ex', ['message Vera Voigt']],
    ['zoe madeira', []],
    ['ungo', []],
    ['\'; -- "*(', []],
    ['  ', []],
  ])('finds for %j %j', async (q, expected) => {
    expect(await titles(q)).toEqual(expected)
  })

  test('finds an order by its number first, also with other words', async () => {
    const [first] = await find(`#${number}`)
    expect(first).toEqual({
      kind: 'order',
      id: orderId,
      title: zoe.name,
      number,
      state: 'paid',
      at: expect.any(Number),
      note: '1200-381 Lisboa, Lungo',
      email: zoe.email,
    })
    expect(await titles(`zoe ${number}`)).toEqual([order])
    expect(await titles(`Order ${number}`)).toEqual([order])
    expect(await titles(`vera ${number}`)).toEqual([])
  })

  test('says of a gift whether its code was used', async () => {
    const { payment_id } = await orderOfId(shop.database, orderId)
    const gift = { payment_id, user_id: zoe.userId, request: 'request', deliveries: 3, data: '{}' }
    const begun = { code_hash: 'hash', subscription_id: null, created_at: 0 }
    const row = { ...gift, ...begun }
    await shop.database.write(({ tx }) => tx.insertInto('gifts').values(row).execute())
    expect((await find(`#${number}`))[0]?.gift).toBe('unused')
    await shop.database.write(({ tx }) => tx.deleteFrom('gifts').execute())
  })

  test('finds whole words before longer ones, and then the newest', async () => {
    for (const name of ['Wim Old', 'Wimke Mid', 'Wim New'])
      await buy(await shop.person(name), shop.shelves.lungo)
    expect((await titles('wim')).filter((title) => title.startsWith('order'))).toEqual([
      'order Wim New',
      'order Wim Old',
      'order Wimke Mid',
    ])
  })

  test('gives packers orders and messages, and lets nothing be found by an email address', async () => {
    expect(await find('zoe', pia)).toEqual([
      {
        kind: 'order',
        id: orderId,
        title: zoe.name,
        number,
        state: 'paid',
        at: expect.any(Number),
        note: '1200-381 Lisboa, Lungo',
      },
    ])
    expect(await titles('voigt', pia)).toEqual(['message Vera Voigt'])
    for (const email of [zoe.email, 'letters', 'vera letters', 'people.example']) {
      expect(await find(email, pia)).toEqual([])
      expect(await find(email)).not.toEqual([])
    }
    expect(await titles(String(number), pia)).toEqual([order])
  })

  test('does not let packers find an email address that somebody has entered as the name', async () => {
    await receiveMessage(
      shop.database,
      { name: 'kim@nameless.example', email: 'kim@nameless.example', message: 'Hi' },
      false,
    )
    expect([(await find('nameless')).length, (await find('nameless', pia)).length]).toEqual([1, 0])
    await receiveMessage(
      shop.database,
      { name: 'lee@nameless.example', email: 'lee@nameless.example', message: 'Descaling' },
      false,
    )
    expect((await find('descaling', pia)).map(({ title }) => title)).toEqual([''])
  })

  test('has the words of each entry once, also if two processes write a full batch at once', async () => {
    await shop.database.write(async ({ tx }) => {
      const rows = Array.from({ length: 200 }, (_, at) => ({ position: 2e12 + 1e9 + at, ref: `batch ${at}` }))
      await tx.insertInto('search_entries').values(rows).execute()
    })
    await Promise.all([indexEntries(shop.database), indexEntries(shop.database)])
    const left = shop.database.read.selectFrom('search_entries').select('position').where('words', 'is', null)
    expect(await left.execute()).toEqual([])
  })

  test('shows and finds no address of an order that has none', async () => {
    const walkIn = await shop.person('Norbert')
    const id = await buy(walkIn, shop.shelves.lungo)
    const email = `walk-in${NO_EMAIL}`
    await shop.database.write(({ tx }) =>
      tx.updateTable('orders').set({ email }).where('id', '=', id).execute(),
    )
    const found = (await find('norbert lungo')).find(({ kind }) => kind === 'order')
    expect(found).toMatchObject({ id, email: '' })
    expect((await find('no email invalid')).filter((hit) => hit.id === id)).toEqual([])
  })

  test('follows a corrected address and email address, before the words are written again', async () => {
    const guest = await shop.person('Rob')
    const id = await buy(guest, shop.shelves.lungo)
    await storeCheckout(shop.database, id, checkoutOf())
    expect(await titles('rob 1200')).toEqual(['order Rob'])
    const stale = async (q: string) => (await ada.call('GET /find', { query: { q } })).answer.length
    const { payment_id } = await orderOfId(shop.database, id)
    const address = { ...lisbonAddress, city: 'Faro', postcode: '8000-123' }
    await shop.database.write(async ({ tx }) => {
      await tx.updateTable('orders').set({ email: 'robert@right.example' }).where('id', '=', id).execute()
      const data = JSON.stringify(checkoutOf({ address }))
      await tx.updateTable('checkouts').set({ data }).where('payment_id', '=', payment_id).execute()
    })
    expect([await stale('rob 1200'), await stale('rob lungo')]).toEqual([0, 0])
    expect([await titles('rob 1200'), await titles('rob 8000')]).toEqual([[], ['order Rob']])
    expect(await titles('robert@right.example')).toEqual(['order Rob'])
    expect((await titles(guest.email)).filter((title) => title.startsWith('order'))).toEqual([])
  })

  test('follows a new name and a new email address of an account', async () => {
    const { userId } = await shop.person('Fay Former')
    expect(await titles('former')).toEqual(['account Fay Former'])
    await shop.database.write(({ tx }) =>
      tx
        .updateTable('users')
        .set({ name: 'Fay Latter', email: 'fay@latter.example' })
        .where('id', '=', userId)
        .execute(),
    )
    expect([await titles('former'), await titles('latter')]).toEqual([[], ['account Fay Latter']])
  })

  test('does not find people whose account is deleted, also in their orders, which stay', async () => {
    const gus = await shop.person('Gus Gone')
    const id = await buy(gus, shop.shelves.lungo)
    expect(await titles('gus')).toEqual(['account Gus Gone', 'order Gus Gone'])
    await shop.database.write(({ tx }) =>
      tx.updateTable('orders').set({ state: 'delivered' }).where('id', '=', id).execute(),
    )
    const { status } = await ada.send('DELETE /userDelete/{id}', { params: { id: gus.userId } })
    expect(status).toBe(200)
    const without = await ada.call('GET /find', { query: { q: 'gus' } })
    expect(without.answer).toEqual([])
    expect(await titles('gone')).toEqual([])
    expect(await titles(gus.email)).toEqual([])
    const [left] = await find(String((await orderOfId(shop.database, id)).number))
    expect(left).toMatchObject({ kind: 'order', id, title: '', note: 'Lungo', email: '' })
  })

  test('does not find carts', async () => {
    const cy = await shop.person('Cyrus')
    await fill(cy, shop.shelves.lungo)
    expect(await titles('cyrus')).toEqual(['account Cyrus'])
  })
})
