import { expect, test } from 'vitest'
import { addCoffeeOf, addPacketOf, chosenIn } from './chosen.ts'

test('the address of the next form carries any name of a brand or coffee into its field', () => {
  const name = 'Bean & Sons? 100 % + #1'
  expect(chosenIn(queryOf(addCoffeeOf(name)))).toEqual({ brand: name })
  expect(chosenIn(queryOf(addPacketOf(name)))).toEqual({ name })
})

test('an address without a choice, or with another query, fills in nothing', () => {
  expect(['', '?brand=', '?price=1&photo=x'].map(chosenIn)).toEqual([{}, {}, {}])
})

function queryOf(address: string): string {
  return new URL(address, 'http://shop.invalid').search
}
