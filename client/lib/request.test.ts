import { expect, test } from 'vitest'
import { callAddress } from './request.ts'

test.each([
  ['GET /allCoffee', {}, '/api/allCoffee'],
  ['DELETE /orderDelete/{id}', { params: { id: 'a/b' } }, '/api/orderDelete/a%2Fb'],
  ['GET /user/admin/{email}', { params: { email: 'a@b.example' } }, '/api/user/admin/a%40b.example'],
  ['GET /jwt', { query: { email: 'a@b.example' } }, '/api/jwt?email=a%40b.example'],
] as const)('%s goes to its address', (name, parts, address) => {
  expect(callAddress(name, parts)).toBe(address)
})
