import { expect, test } from 'vitest'
import { calls } from '#contract/api.ts'
import { NOT_SAMPLED, sampleVisits } from './sample-visits.ts'
import type { Sample } from './sample-visits.ts'

test('the sample visits make every call of the contract but the excepted ones', () => {
  const made = new Set<string>()
  const product = { _id: 'product', name: 'Coffee', img: '', price: '2.50', ratting: 4, about: '' }
  const brand = { ...product, category_name: '' }
  const ids = { packetId: '', orderId: '', userId: '', leaving: [] }
  function* call(name: string): ReturnType<Sample['call']> {
    made.add(name)
    yield Buffer.from(name)
    return 'id'
  }
  for (const { visit } of sampleVisits()) {
    const requests = visit({ email: '', product, brand, ...ids, call })
    while (!requests.next({ ms: 0, body: () => '' }).done);
  }
  const expected = Object.keys(calls).filter((name) => !NOT_SAMPLED.test(name))
  expect([...made]).toEqual(expect.arrayContaining(expected))
})
