import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { onPort } from '#test/live-line.ts'
import { enter, itemRow, orderRow, paymentRow } from '#test/rows.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { EXPORT_PATHS } from '#contract/values/exports.ts'
import { shopDates } from '#contract/values/dates/shop-dates.ts'

describe.each(stores)('a download on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  beforeAll(async () => {
    ada = await shop.admin('Ada')
    // The lines of each day are read together. They have more bytes than fit into the buffers of a connection, so the
    // download cannot end before the client reads the rest.
    const payments = Array.from({ length: 30 }, (_, day) =>
      paymentRow({ settled_at: Date.UTC(2026, 10, 1 + day, 12) }),
    )
    await enter(shop.database, {
      payments,
      orders: payments.map(({ id }) => orderRow({ payment_id: id })),
      items: payments.flatMap(({ id, settled_at }) =>
        Array.from({ length: 100 }, (_, at) =>
          itemRow({
            payment: 'OK',
            payment_id: id,
            paid_at: settled_at ?? null,
            product_name: `${at} ${'x'.repeat(10_000)}`,
          }),
        ),
      ),
    })
  })

  test.each([
    ['demoted', (zoe: TestPerson) => ada.call('PUT /removeAdmin/{id}', { params: { id: zoe.userId } })],
    ['deleted', (zoe: TestPerson) => ada.call('DELETE /userDelete/{id}', { params: { id: zoe.userId } })],
    ['signed out', (zoe: TestPerson) => zoe.call('POST /auth/sign-out', {})],
  ])('is aborted when its admin is %s', async (what, happen) => {
    const [door, zoe] = [await onPort(shop), await shop.admin(`Zoe ${what}`)]
    const url = `${door.url}/api${EXPORT_PATHS.monthLines}?month=2026-11`
    const { status, body } = await fetch(url, { headers: { cookie: zoe.cookie } })
    expect([status, shopDates().timeZone]).toEqual([200, 'UTC'])
    const reader = body?.getReader()
    await reader?.read()
    await happen(zoe)
    const readAll = async () => {
      while (!(await reader?.read())?.done);
    }
    await expect(readAll()).rejects.toThrow('terminated')
    door.close()
  })
})
