import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { markPaid } from '#server/payments/mark-paid.ts'
import { newId } from '#server/platform/clock.ts'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { addEntry, entryKinds, withField } from '#test/entries.ts'
import { walk } from '#test/pages-of-rows.ts'
import { knownPicture } from '#test/pictures.ts'
import { allRows, failedMailRow } from '#test/rows.ts'
import { orderToPayLater } from '#test/orders/orders.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'

describe.each(anyStore)('the audit log on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  let zoe: TestPerson
  let cora: TestPerson
  let img: string
  beforeAll(async () => {
    ;[ada, zoe, cora] = await Promise.all([shop.admin('Ada'), shop.admin('Zoe'), shop.person('Cora')])
    img = await knownPicture(shop)
    await shop.database.write(({ tx }) => tx.updateTable('brands').set({ owner_id: ada.userId }).execute())
  })

  const newest = async (limit: number) =>
    (await ada.call('GET /audit', { query: { limit: String(limit) } })).answer.toReversed()
  const paidItem = async () => {
    const [id] = await fill(cora, shop.shelves.espresso)
    await cora.call('PUT /singlePayment/{id}', { params: { id: String(id) }, body: {} })
    return { id: String(id) }
  }

  test.each(entryKinds)('names the admin who added, changed, deleted and restored a $kind', async (kind) => {
    const body = kind.body({ email: ada.email, img })
    const id = await addEntry(kind, ada, body)
    await ada.send(kind.edit, {
      params: { id },
      body: withField(body, kind.kind === 'packet' ? 'about.ratting' : 'ratting', 1),
    })
    await ada.send(kind.remove, { params: { id } })
    await ada.send(kind.restore, { params: { id } })
    const entries = await newest(4)
    expect(entries.map(({ who }) => who)).toEqual(Array(4).fill(ada.email))
    expect(entries.map(({ action }) => action)).toEqual([
      `added ${kind.kind}`,
      `changed ${kind.kind}`,
      `deleted from ${kind.kind}s`,
      `restored to ${kind.kind}s`,
    ])
    expect(entries.map(({ at }) => at)).toEqual(Array(4).fill(expect.closeTo(Date.now(), -4)))
    const [added] = entries
    expect(added?.subject).not.toBe(id)
    expect(entries.map(({ subject }) => subject)).toEqual(Array(4).fill(added?.subject))
  })

  test.each(entryKinds)(
    'names the admin who changed, deleted and restored a $kind of another admin, and its owner',
    async (kind) => {
      const id = await addEntry(kind, ada, kind.body({ email: ada.email, img }))
      await zoe.send(kind.edit, { params: { id }, body: kind.body({ email: zoe.email, img }) })
      await zoe.send(kind.remove, { params: { id } })
      await zoe.send(kind.restore, { params: { id } })
      const [added, ...changes] = await newest(4)
      expect([added?.who, added?.detail]).toEqual([ada.email, expect.not.stringContaining('owned by')])
      expect(changes.map(({ who }) => who)).toEqual(Array(3).fill(zoe.email))
      for (const { detail } of changes) expect(detail).toMatch(new RegExp(`(^|, )owned by ${ada.email}$`))
    },
  )

  test('has each payment with the shopper and the amount', async () => {
    await paidItem()
    expect(await newest(1)).toEqual([
      expect.objectContaining({
        who: cora.email,
        action: 'payment succeeded',
        subject: 'Espresso',
        detail: '$2.50 through instant',
      }),
    ])
  })

  test('says that an order which is paid later was placed, and not that it is paid', async () => {
    const { payment_id } = await orderToPayLater(shop.database, cora, shop.shelves.espresso)
    const row = {
      _id: payment_id,
      who: cora.email,
      action: 'order placed',
      subject: 'a full order: Espresso',
    }
    expect(await newest(1)).toMatchObject([{ ...row, detail: '$2.50, to be paid later' }])
    await markPaid(shop.payments, payment_id, { by: ada.userId })
    expect(await newest(1)).toMatchObject([{ ...row, detail: '$2.50, paid later' }])
  })

  test('names the first three products of a full order', async () => {
    const dora = await shop.person('Dora')
    const { espresso, lungo } = shop.shelves
    await fill(dora, espresso, lungo, espresso)
    await dora.call('POST /fullOrder', { body: fullPayment(dora, await cartOf(dora)) })
    expect(await newest(1)).toMatchObject([
      {
        who: dora.email,
        subject: 'a full order: 2\u{a0}×\u{a0}Espresso, Lungo',
        detail: '$15.05 through instant',
      },
    ])
    await shop.database.write(async ({ tx }) => {
      const paid = await tx
        .selectFrom('cart_items')
        .selectAll()
        .where('email', '=', dora.email)
        .limit(1)
        .executeTakeFirstOrThrow()
      const more = ['Brisa', 'Alma', 'Alma'].map((product_name) => ({ ...paid, id: newId(), product_name }))
      await tx.insertInto('cart_items').values(more).execute()
    })
    expect(await newest(1)).toMatchObject([
      { subject: 'a full order: 2\u{a0}×\u{a0}Espresso, Lungo, Brisa and 2 more' },
    ])
  })

  test('has the text “one item” for a payment that no longer has lines', async () => {
    const { id } = await paidItem()
    await shop.database.write(({ tx }) =>
      tx.updateTable('cart_items').set({ payment_id: null }).where('id', '=', id).execute(),
    )
    expect(await newest(1)).toMatchObject([{ who: cora.email, subject: 'one item' }])
  })

  test('has no entry for a refused change', async () => {
    const before = await newest(100)
    await ada.send('POST /coffeeBrand', {
      body: entryKinds[0].body({ email: ada.email, img: 'javascript:1' }),
    })
    await zoe.send('DELETE /brandDelete/{id}', { params: { id: 'nothing' } })
    await ada.send('PUT /removeAdmin/{id}', { params: { id: 'unknown' } })
    await ada.send('PUT /delivery/{id}', {
      params: { id: 'nothing' },
      body: { from: 'Ordered', to: 'Packed' },
    })
    expect(await newest(100)).toEqual(before)
  })

  test('contains each entry and payment once, read page by page in either direction', async () => {
    const ids = (await walk(ada, { table: 'GET /audit', query: { limit: '3' } })).flat().map(({ _id }) => _id)
    expect(ids).toEqual([...new Set(ids)].toSorted().toReversed())
    const { audit = [], payments = [] } = await allRows(shop.database)
    expect(ids).toHaveLength(audit.length + payments.length)
    const upwards = await walk(ada, { table: 'GET /audit', query: { limit: '3', direction: 'asc' } })
    expect(upwards.flat().map(({ _id }) => _id)).toEqual(ids.toReversed())
  })

  describe('when it cannot be written', () => {
    const brand = entryKinds[0]
    const form = () => brand.body({ email: ada.email, img })
    let adas = ''
    let deleted = ''
    const retried = newId()
    const changes: [string, () => Promise<{ status: number }>][] = [
      ...entryKinds.map((kind): [string, () => Promise<{ status: number }>] => [
        `added ${kind.kind}`,
        () => ada.send(kind.add, { body: kind.body({ email: ada.email, img }) }),
      ]),
      [
        'changed brand',
        () => ada.send(brand.edit, { params: { id: adas }, body: { ...form(), category_name: 'Renamed' } }),
      ],
      ['deleted brand', () => ada.send(brand.remove, { params: { id: adas } })],
      ['restored brand', () => ada.send(brand.restore, { params: { id: deleted } })],
      [
        'moved delivery',
        async () =>
          ada.send('PUT /delivery/{id}', {
            params: { id: String((await cartOf(cora))[0]?._id) },
            body: { from: 'Ordered', to: 'Packed' },
          }),
      ],
      ['made admin', () => ada.send('PUT /makeAdmin/{id}', { params: { id: cora.userId } })],
      ['removed admin', () => ada.send('PUT /removeAdmin/{id}', { params: { id: zoe.userId } })],
      ['retried mail', () => ada.send('PUT /outboxRetry/{id}', { params: { id: retried } })],
      ['deleted user', () => ada.send('DELETE /userDelete/{id}', { params: { id: cora.userId } })],
    ]
    beforeAll(async () => {
      await paidItem()
      adas = await addEntry(brand, ada, form())
      deleted = await addEntry(brand, ada, form())
      await ada.send(brand.remove, { params: { id: deleted } })
      const mail = failedMailRow({ id: retried })
      await shop.database.write(({ tx }) => tx.insertInto('outbox').values(mail).execute())
    })

    test.each(changes)('the change is rolled back: %s', async (_what, doIt) => {
      await cartOf(cora)
      await shop.database.script('ALTER TABLE audit RENAME TO audit_gone')
      const before = await allRows(shop.database)
      const { status } = await doIt()
      const after = await allRows(shop.database)
      await shop.database.script('ALTER TABLE audit_gone RENAME TO audit')
      expect([status, after]).toEqual([500, before])
      expect((await doIt()).status).toBe(200)
    })
  })
})
