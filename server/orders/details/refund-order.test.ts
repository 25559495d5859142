import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { FakeGateway } from '#test/gateway.ts'
import { buy } from '#test/orders/orders.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'

describe.each(anyStore)('refunding an order through a remote gateway on $name', ({ fresh }) => {
  const gateway = new FakeGateway()
  const shop = givenShop(fresh, { gateway })
  let ada: TestPerson
  let id: string
  let count = 0
  beforeAll(async () => void (ada = await shop.admin('Ada')))
  beforeEach(async () => {
    id = await buy(await shop.person(`Cora ${(count += 1)}`), shop.shelves.espresso)
  })

  const refund = () => ada.call('POST /order/{id}/refunds', { params: { id }, body: { amount: '1.00' } })
  const audit = async () => (await ada.call('GET /audit', { query: {} })).answer

  test('is in the audit log before the gateway is asked, so that a crash does not lose it', async () => {
    const seen: unknown[] = []
    vi.spyOn(gateway, 'refund').mockImplementation(async (...request) => {
      seen.push((await audit())[0])
      return new FakeGateway().refund(...request)
    })
    expect((await refund()).status).toBe(200)
    const detail = `cora.${count}@people.example: $1.00`
    expect(seen).toEqual([expect.objectContaining({ action: 'refunded order', detail })])
  })

  test('is not repeated after a lost response, because less is left than the admin saw', async () => {
    const body = { amount: '1.00', left: '2.50' }
    const first = await ada.call('POST /order/{id}/refunds', { params: { id }, body })
    expect(first.status).toBe(200)
    const { problem } = await ada.call('POST /order/{id}/refunds', { params: { id }, body })
    expect(problem).toMatchObject({ code: 'state-conflict' })
    const { answer } = await ada.call('GET /order/{id}', { params: { id } })
    expect(answer).toMatchObject({ refunds: [{ amount: '1.00', status: 'succeeded' }] })
  })

  test('says why the gateway has refused it, and keeps the failed refund', async () => {
    vi.spyOn(gateway, 'refund').mockResolvedValue({ refused: 'No money is left.', refunds: [] })
    expect((await refund()).problem).toMatchObject({
      code: 'refund-refused',
      detail: expect.stringContaining('No money is left.'),
    })
    const { answer } = await ada.call('GET /order/{id}', { params: { id } })
    expect(answer).toMatchObject({ refunds: [{ amount: '1.00', status: 'failed' }] })
  })
})
