import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NewDiscount } from '#contract/selling/discounts.ts'
import { newId } from '#server/platform/clock.ts'
import { giveCode, newDiscount, readDiscount } from '#test/selling/discounts.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('the discounts of an owner on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  beforeAll(async () => {
    ada = await shop.admin('Ada')
  })
  beforeEach(async () => {
    await shop.database.write(async ({ tx }) => {
      await tx.deleteFrom('discount_uses').execute()
      await tx.deleteFrom('discounts').execute()
    })
  })

  const add = (given: Partial<NewDiscount>) =>
    ada.send('POST /discounts', { body: { ...newDiscount, ...given } })
  const list = async () => (await ada.call('GET /discounts', {})).answer.discounts
  const lastAudit = async () => (await ada.call('GET /audit', { query: {} })).answer[0]

  test('are listed as they were typed, and are in the audit log', async () => {
    const { espresso } = shop.shelves
    const chosen = [espresso.id, espresso.brand_id]
    const given = { code: ' spring ', fromSubtotal: '30,00', fromDay: '2999-01-01', maxUses: 5, chosen }
    expect((await add(given)).status).toBe(200)
    expect(await list()).toMatchObject([
      {
        code: 'SPRING',
        name: 'Spring',
        kind: 'percent',
        value: 10,
        fromSubtotal: 3000,
        fromDay: '2999-01-01',
        untilDay: null,
        maxUses: 5,
        maxPerPerson: null,
        state: 'planned',
        used: 0,
        given: 0,
        canDelete: true,
      },
    ])
    expect((await list())[0]?.chosen).toEqual(['Espresso', expect.any(String)])
    expect(await lastAudit()).toMatchObject({
      action: 'added a discount',
      subject: 'Spring (SPRING)',
      detail: '10 %, for chosen coffees, for orders from $30.00, from 2999-01-01, at most 5 times',
    })
  })

  test.each([
    [{ code: 'a b' }, 'code'],
    [{ code: 'ab' }, 'code'],
    [{ value: '101' }, 'value'],
    [{ value: '0' }, 'value'],
    [{ value: '' }, 'value'],
    [{ kind: 'amount', value: '1.234' }, 'value'],
    [{ fromSubtotal: 'x' }, 'fromSubtotal'],
    [{ fromDay: '2999-05-02', untilDay: '2999-05-01' }, 'untilDay'],
    [{ untilDay: '2026-05-01' }, 'untilDay'],
  ] as const)('are refused with %j', async (given, field) => {
    expect((await add(given)).problem.errors).toMatchObject([{ field }])
    expect(await list()).toEqual([])
  })

  test('have codes of their own, until one has ended', async () => {
    const first = (await add({ code: 'spring' })).answer
    expect((await add({ code: 'SPRING' })).problem.errors).toMatchObject([{ field: 'code' }])
    await ada.call('PUT /discounts/{id}', { params: { id: first.insertedId ?? '' } })
    expect(await lastAudit()).toMatchObject({ action: 'ended a discount' })
    expect((await add({ code: 'SPRING' })).status).toBe(200)
    expect((await list()).map(({ state }) => state)).toEqual(['running', 'ended'])
  })

  test('have codes that can be used again once the last day is over', async () => {
    await giveCode(shop.database, { code: 'SPRING', until_day: '2026-05-01', used: 1 })
    expect((await add({ code: 'SPRING' })).status).toBe(200)
    expect((await list()).map(({ state }) => state)).toEqual(['running', 'ended'])
  })

  test('have codes of their own, also if two are added at the same moment', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => add({ code: 'SPRING' })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
  })

  test('for a first order are for one order of a person', async () => {
    const { insertedId = '' } = (await add({ isFirstOrder: true, maxPerPerson: 3 })).answer
    expect(await readDiscount(shop.database, insertedId)).toMatchObject({
      is_first_order: 1,
      max_per_person: 1,
    })
  })

  test('are deleted only while they were never used, not even in a payment that has failed', async () => {
    const { id } = await giveCode(shop.database)
    const params = { id }
    const use = {
      id: newId(),
      discount_id: id,
      payment_id: newId(),
      person: 'p',
      number: null,
      created_at: 1,
    }
    await shop.database.write(({ tx }) =>
      tx
        .insertInto('discount_uses')
        .values({ ...use, goods_cents: 5, delivery_cents: 0 })
        .execute(),
    )
    expect(await list()).toMatchObject([{ canDelete: false, given: 0 }])
    expect((await ada.send('DELETE /discounts/{id}', { params })).problem.code).toBe('state-conflict')
    await shop.database.write(({ tx }) => tx.deleteFrom('discount_uses').execute())
    expect((await ada.send('DELETE /discounts/{id}', { params })).status).toBe(200)
    expect(await list()).toEqual([])
    expect(await lastAudit()).toMatchObject({ action: 'deleted a discount' })
  })
})
