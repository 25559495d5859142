import { expect, test } from 'vitest'
import type { OrderedProduct } from '#contract/orders.ts'
import { linesToPack } from './lines-to-pack.ts'

const line = (
  productName: string,
  packed: Pick<OrderedProduct, 'weight' | 'grind'> = {},
): OrderedProduct => ({
  _id: productName,
  email: 'cora@people.example',
  customer: 'Cora',
  productName,
  img: '',
  price: '2.50',
  ratting: 4,
  orderedAt: 1,
  ...packed,
})

test('equal products are packed together, and another grind or weight apart', () => {
  const items = [
    line('Espresso', { weight: 250, grind: 'Filter' }),
    line('Lungo'),
    line('Espresso', { weight: 250, grind: 'Filter' }),
    line('Espresso', { weight: 250, grind: 'Espresso' }),
    line('Espresso', { weight: 1000, grind: 'Filter' }),
  ]
  expect(
    linesToPack({ items, lots: [] }).map(({ count, name, weight, grind }) => [count, name, weight, grind]),
  ).toEqual([
    [2, 'Espresso', 250, 'Filter'],
    [1, 'Lungo', undefined, undefined],
    [1, 'Espresso', 250, 'Espresso'],
    [1, 'Espresso', 1000, 'Filter'],
  ])
})
