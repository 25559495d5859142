import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyDiscounts, offDelivery, offLines, savedBy, splitByWeight } from './apply-discounts.ts'
import type { Candidates, Granted, Terms, Undiscounted } from './apply-discounts.ts'

const price = fc.nat({ max: 100_000 })
const order = fc.record({
  lines: fc
    .array(fc.record({ productId: fc.constantFrom('a', 'b', 'c'), price }), { minLength: 1, maxLength: 12 })
    .map((lines) => lines.map((line, at) => ({ ...line, id: String(at) }))),
  delivery: fc.nat({ max: 3000 }),
})
const terms: fc.Arbitrary<Terms> = fc.record({
  id: fc.uuid(),
  name: fc.constant('Spring'),
  code: fc.constant(null),
  kind: fc.constantFrom('percent', 'amount', 'delivery'),
  value: fc.integer({ min: 1, max: 100 }),
  products: fc.constantFrom(null, new Set(['a']), new Set(['b', 'c'])),
})
const candidates: fc.Arbitrary<Candidates> = fc.record({
  automatic: fc.array(terms, { maxLength: 3 }),
  code: fc.option(terms.map((one) => ({ ...one, code: 'SPRING' }))),
})

/** What a discount saves, computed with fractions as on paper: one sum for all lines, then rounded half up. */
function onPaper({ lines, delivery }: Undiscounted, { kind, value, products }: Terms): number {
  if (kind === 'delivery') return Math.min(delivery, value ?? delivery)
  const fitting = lines.filter(({ productId }) => products?.has(productId) ?? true)
  const cents = fitting.map((line) => line.price).reduce((a, b) => a + b, 0)
  return kind === 'amount'
    ? Math.min(cents, value ?? 0)
    : Number((BigInt(cents) * BigInt(value ?? 0) + 50n) / 100n)
}

describe('discounts', () => {
  test('are the automatic one with which both together save most', () => {
    const saved = (granted: readonly Granted[]) => granted.reduce((sum, one) => sum + savedBy(one), 0)
    fc.assert(
      fc.property(order, candidates, (cart, { automatic, code }) => {
        const each = automatic.map((one) => saved(applyDiscounts(cart, { automatic: [one], code })))
        const best =
          each.length > 0 ? Math.max(...each) : saved(applyDiscounts(cart, { automatic: [], code }))
        expect(saved(applyDiscounts(cart, { automatic, code }))).toBe(best)
      }),
    )
  })

  test('are an automatic one and then the one with the code, as on paper', () => {
    fc.assert(
      fc.property(order, candidates, (cart, { automatic: all, code }) => {
        const automatic = all.slice(0, 1)
        const granted = applyDiscounts(cart, { automatic, code })
        const best = Math.max(0, ...automatic.map((one) => onPaper(cart, one)))
        const first = granted.filter((one) => one.code === null)
        expect(first.map(savedBy)).toEqual(best > 0 ? [best] : [])
        const off = offLines(first)
        const left = {
          lines: cart.lines.map((line) => ({ ...line, price: line.price - (off.get(line.id) ?? 0) })),
          delivery: cart.delivery - offDelivery(first),
        }
        const second = code ? onPaper(left, code) : 0
        expect(granted.filter((one) => one.code !== null).map(savedBy)).toEqual(second > 0 ? [second] : [])
      }),
    )
  })

  test('are whole cents on the lines that they are for, which add up, and no line and no delivery is below zero', () => {
    fc.assert(
      fc.property(order, candidates, (cart, found) => {
        const granted = applyDiscounts(cart, found)
        const off = offLines(granted)
        for (const line of cart.lines) {
          const cents = off.get(line.id) ?? 0
          expect(Number.isSafeInteger(cents) && cents >= 0 && cents <= line.price).toBe(true)
        }
        expect(offDelivery(granted)).toBeLessThanOrEqual(cart.delivery)
        for (const { id, goods, lines } of granted) {
          expect([...lines.values()].reduce((sum, cents) => sum + cents, 0)).toBe(goods)
          const { products } = [...found.automatic, found.code].find((one) => one?.id === id) ?? {}
          const productOf = (line: string) => cart.lines.find((one) => one.id === line)?.productId ?? ''
          expect([...lines.keys()].every((line) => products?.has(productOf(line)) ?? true)).toBe(true)
        }
      }),
    )
  })

  test('are split so that no line is a whole cent off its exact share', () => {
    fc.assert(
      fc.property(fc.array(price, { minLength: 1 }), fc.nat({ max: 100 }), (weights, percent) => {
        const sum = weights.reduce((a, b) => a + b, 0)
        const amount = Math.floor((sum * percent) / 100)
        const shares = splitByWeight(amount, weights)
        expect(shares.reduce((a, b) => a + b, 0)).toBe(amount)
        for (const [at, share] of shares.entries())
          expect(Math.abs(share - (sum === 0 ? 0 : (amount * (weights[at] ?? 0)) / sum))).toBeLessThan(1)
      }),
    )
  })

  test('give the cent that is left to the line that lost most, and to the first of equal lines', () => {
    expect(splitByWeight(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(splitByWeight(10, [5, 4, 2])).toEqual([4, 4, 2])
  })

  test('are multiples of 10 where cards cannot be charged with the last decimal', () => {
    const cart = { lines: [{ id: '1', productId: 'a', price: 3330 }], delivery: 0 }
    const code = { id: '1', name: 'X', code: 'X', kind: 'percent', value: 15, products: null } as const
    expect(applyDiscounts(cart, { automatic: [], code }, 10)).toMatchObject([{ goods: 500 }])
  })
})
