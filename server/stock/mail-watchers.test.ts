import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#server/platform/clock.ts'
import { pages } from '#contract/pages.ts'
import { fill } from '#test/cart.ts'
import { putInStock } from '#test/catalogue.ts'
import { addEntry, entryKinds, withField } from '#test/entries.ts'
import { FakeGateway } from '#test/gateway.ts'
import { reconcile } from '#server/payments/reconcile.ts'
import { knownPicture } from '#test/pictures.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('being told that a product is back on $name', ({ fresh }) => {
  const gateway = new FakeGateway()
  const shop = givenShop(fresh, { env: mailSettings, gateway })
  let ada: TestPerson
  let cora: TestPerson
  let dora: TestPerson
  beforeAll(async () => {
    ;[ada, cora, dora] = await Promise.all([shop.admin('Ada'), shop.person('Cora'), shop.person('Dora')])
  })
  beforeEach(() => {
    gateway.mode = 'pay'
    return shop.database.write(async ({ tx }) => {
      await tx.deleteFrom('outbox').execute()
      await tx.deleteFrom('stock_watchers').execute()
    })
  })

  const watch = async (person: TestPerson, id: string) =>
    (await person.call('PUT /watchedProducts/{id}', { params: { id } })).answer.modifiedCount
  const watched = async (person: TestPerson) => (await person.call('GET /watchedProducts', {})).answer
  const add = (id: string, { stock, change }: { stock: string; change: number }) =>
    ada.call('PUT /productStock/{id}', {
      params: { id },
      body: { use: 'bags', shown: stock, key: newId(), change },
    })
  const mails = () =>
    shop.database.read
      .selectFrom('outbox')
      .selectAll()
      .where('template', '=', 'back-in-stock')
      .orderBy('recipient')
      .execute()

  test('happens when a bag gets a weight of which there is enough', async () => {
    const kind = entryKinds.find((one) => one.kind === 'packet') ?? entryKinds[0]
    const body = kind.body({ email: ada.email, img: await knownPicture(shop) })
    const id = await addEntry(kind, ada, body)
    await putInStock(shop.database, { unit: 'grams', remaining: 600 }, [{ id }, 1000])
    expect(await watch(cora, id)).toBe(1)
    await ada.send(kind.edit, { params: { id }, body: withField(body, 'about.weight', 250) })
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([cora.email])
  })

  test('happens when a deleted product is restored of which there is enough', async () => {
    const { packet } = shop.shelves
    const stock = await putInStock(shop.database, { unit: 'bags', remaining: 0 }, [packet, null])
    await watch(cora, packet.id)
    await ada.call('DELETE /packet/{id}', { params: { id: packet.id } })
    await shop.database.write(({ tx }) =>
      tx.updateTable('stocks').set({ remaining: 3 }).where('id', '=', stock).execute(),
    )
    await ada.call('PUT /packetRestore/{id}', { params: { id: packet.id } })
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([cora.email])
  })

  test('happens once for each customer who asked, with a link to the product', async () => {
    const { packet } = shop.shelves
    const stock = await putInStock(shop.database, { unit: 'bags', remaining: 0 }, [packet, null])
    expect([
      await watch(cora, packet.id),
      await watch(cora, packet.id),
      await watch(dora, packet.id),
    ]).toEqual([1, 1, 1])
    expect(await watched(cora)).toEqual([packet.id])
    await add(packet.id, { stock, change: 0 })
    expect(await mails()).toEqual([])
    await add(packet.id, { stock, change: 5 })
    await add(packet.id, { stock, change: 5 })
    const sent = await mails()
    expect(sent.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [cora.email, 'House Blend is back'],
      [dora.email, 'House Blend is back'],
    ])
    const [mail] = sent
    const content = mail && (await shop.mailComposer.compose(mail))
    expect(content?.text).toContain(pages.bagDetails(packet.id))
    expect(await watched(cora)).toEqual([])
  })

  test('can be taken back', async () => {
    const { packet } = shop.shelves
    const stock = await putInStock(shop.database, { unit: 'bags', remaining: 0 }, [packet, null])
    await watch(cora, packet.id)
    const taken = await cora.call('DELETE /watchedProducts/{id}', { params: { id: packet.id } })
    expect(taken.answer.modifiedCount).toBe(1)
    await add(packet.id, { stock, change: 5 })
    expect(await mails()).toEqual([])
  })

  test('is refused while the product can be bought, and for an unknown one', async () => {
    const { packet, espresso } = shop.shelves
    await putInStock(shop.database, { unit: 'bags', remaining: 1 }, [packet, null])
    expect([await watch(cora, packet.id), await watch(cora, espresso.id)]).toEqual([0, 0])
    expect((await cora.send('PUT /watchedProducts/{id}', { params: { id: 'none' } })).status).toBe(404)
  })

  test('happens when a payment fails and gives the last bag back', async () => {
    const { espresso } = shop.shelves
    await putInStock(shop.database, { unit: 'bags', remaining: 1 }, [espresso, null])
    const [id = ''] = await fill(cora, espresso)
    gateway.mode = 'down'
    const payment = await cora.send('PUT /singlePayment/{id}', { params: { id }, body: {} })
    expect([payment.status, await watch(dora, espresso.id)]).toEqual([202, 1])
    gateway.mode = 'decline'
    await reconcile(shop.payments, 0)
    const [mail] = await mails()
    expect(mail?.recipient).toBe(dora.email)
    expect(mail?.data).toContain(pages.coffee(espresso.id))
  })

  test('happens for a size of a pool only when there is enough for it', async () => {
    const { espresso, lungo } = shop.shelves
    const empty = { unit: 'grams', remaining: 0 } as const
    const pool = await putInStock(shop.database, empty, [espresso, 250], [lungo, 1000])
    await watch(cora, espresso.id)
    await watch(dora, lungo.id)
    const fillPool = (change: number) =>
      ada.call('PUT /productStock/{id}', {
        params: { id: lungo.id },
        body: { use: 'pool', shown: pool, poolId: pool, key: newId(), change },
      })
    await fillPool(500)
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Espresso is back'])
    await fillPool(500)
    expect((await mails()).map(({ subject }) => subject).toSorted()).toEqual([
      'Espresso is back',
      'Lungo is back',
    ])
  })

  test('happens when the product is not counted any more', async () => {
    const { packet } = shop.shelves
    const stock = await putInStock(shop.database, { unit: 'bags', remaining: 0 }, [packet, null])
    await watch(cora, packet.id)
    const body = { use: 'none', shown: stock } as const
    await ada.call('PUT /productStock/{id}', { params: { id: packet.id }, body })
    expect(await mails()).toHaveLength(1)
  })
})
