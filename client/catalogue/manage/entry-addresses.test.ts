import { expect, test } from 'vitest'
import { addCoffeeOf, addPacketOf, fieldsInQuery } from './entry-addresses.ts'

test('the address of the next form fills in the name of a brand or coffee, with any characters', () => {
  const name = 'Bean & Sons? 100 % + #1'
  expect(fieldsInQuery(queryOf(addCoffeeOf(name)))).toEqual({ brand: name })
  expect(fieldsInQuery(queryOf(addPacketOf(name)))).toEqual({ name })
  expect(fieldsInQuery(queryOf(addPacketOf(name, '7')))).toEqual({ name, coffeeId: '7' })
})

test('an address without a name, or with other parameters, fills in nothing', () => {
  expect(['', '?brand=', '?price=1&photo=x'].map(fieldsInQuery)).toEqual([{}, {}, {}])
})

function queryOf(address: string): string {
  return new URL(address, 'http://shop.invalid').search
}
