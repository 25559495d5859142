import { expect, test } from 'vitest'
import { readStock, shownStock, choiceOf, choiceOfPool } from './stock-input.ts'
import { words } from './texts.ts'

const bags = { _id: 's1', name: 'House Blend', unit: 'bags', remaining: 12 } as const
const pool = { _id: 's2', name: 'Harar', unit: 'grams', remaining: 5000 } as const
const shown = { stock: bags, pools: [pool] }
const key = 'a key'
const typed = (amount: string, use = 'bags', poolName = '') => ({ use, poolName, amount })

test.each([
  ['', 0],
  ['+20', 20],
  ['-2', -2],
  ['−2', -2],
  ['30', 18],
  ['0', -12],
  [' 1,000 ', 988],
])('an amount typed as %j is sent as the difference %i to the 12 bags that are shown', (amount, change) => {
  expect(readStock(shown, typed(amount), key)).toEqual({ use: 'bags', shown: 's1', key, change })
})

test.each(['ten', '1.5', '+', '-', '++2', '5 bags', '999999999'])('%j is no amount', (amount) => {
  expect(readStock(shown, typed(amount), key)).toEqual({ amount: words.amountProblem })
})

test('no more than there is can be taken away', () => {
  expect(readStock(shown, typed('-13'), key)).toEqual({ amount: words.tooLittle })
})

test('a product can be counted no more, or for the first time', () => {
  expect(readStock(shown, typed('', 'none'), key)).toEqual({ use: 'none', shown: 's1' })
  expect(readStock({ pools: [] }, typed('7'), key)).toEqual({ use: 'bags', shown: null, key, change: 7 })
})

test('a pool is changed by the difference to what is left in it', () => {
  const change = readStock(shown, typed('6000', choiceOfPool(pool)), key)
  expect(change).toEqual({ use: 'pool', shown: 's1', key, poolId: 's2', change: 1000 })
})

test('a new pool needs a name', () => {
  expect(readStock(shown, typed('500', 'newPool', ' '), key)).toEqual({
    poolName: words.poolNameRequired,
  })
  const named = { use: 'newPool', shown: 's1', key, name: 'Lungo', change: 500 }
  expect(readStock(shown, typed('500', 'newPool', ' Lungo '), key)).toEqual(named)
})

test('a stock that is new needs an amount, which may be 0', () => {
  const pooled = { ...shown, stock: pool }
  expect(readStock(shown, typed(' ', 'newPool', 'Lungo'), key)).toEqual({
    amount: words.firstAmount.grams,
  })
  expect(readStock(pooled, typed(''), key)).toEqual({ amount: words.firstAmount.bags })
  expect(readStock({ pools: [] }, typed(''), key)).toEqual({ amount: words.firstAmount.bags })
  expect(readStock(shown, typed('0', 'newPool', 'Lungo'), key)).toMatchObject({ use: 'newPool', change: 0 })
  expect(readStock(shown, typed('', choiceOfPool(pool)), key)).toMatchObject({ use: 'pool', change: 0 })
})

test('the form begins with the stock that the product has, and shows what is left in the chosen one', () => {
  expect([choiceOf(undefined), choiceOf(bags), choiceOf(pool)]).toEqual(['none', 'bags', choiceOfPool(pool)])
  expect(shownStock(shown, 'none')).toBeNull()
  expect(shownStock(shown, 'bags')).toBe(bags)
  expect(shownStock(shown, choiceOfPool(pool))).toBe(pool)
  expect(shownStock({ ...shown, stock: pool }, 'bags')).toEqual({ unit: 'bags', remaining: 0 })
})
