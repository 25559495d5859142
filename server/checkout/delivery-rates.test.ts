import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DeliveryMethod, DeliveryZone } from '#contract/selling/settings.ts'
import { findZone } from '#contract/values/orders/delivery-price.ts'
import { possibleMethods, priceInZone } from './quote.ts'

const transitDays = { least: 1, most: 2 }

function flat(countries: string[], price: number, freeFrom: number | null = null): DeliveryZone {
  return { countries, rate: { type: 'flat', price }, freeFrom, transitDays }
}

function byWeight(countries: string[], steps: [upToGrams: number, price: number][]): DeliveryZone {
  const rate = { type: 'byWeight' as const, steps: steps.map(([upToGrams, price]) => ({ upToGrams, price })) }
  return { countries, rate, freeFrom: null, transitDays }
}

function parcel(id: string, ...zones: DeliveryZone[]): DeliveryMethod {
  return { id, name: id, kind: 'parcel', note: '', zones }
}

const pickup: DeliveryMethod = { id: 'counter', name: 'At the counter', kind: 'pickup', note: '', zones: [] }

describe('the zone of a country', () => {
  const method = parcel('post', flat([], 2500), flat(['PT', 'ES'], 400), flat(['FR'], 900))
  test.each([
    ['PT', 400],
    ['ES', 400],
    ['FR', 900],
    ['JP', 2500],
  ])('%s is the one that names it, or else the rest of the world', (country, price) => {
    expect(findZone(method, country)?.rate).toEqual({ type: 'flat', price })
  })

  test('is missing if no zone names the country and there is no rest of the world', () => {
    expect(findZone(parcel('post', flat(['PT'], 400)), 'FR')).toBeNull()
  })
})

describe('the price of a delivery', () => {
  const weights = byWeight(
    ['PT'],
    [
      [500, 400],
      [2000, 700],
      [10_000, 1500],
    ],
  )
  test.each([
    [0, 400],
    [499, 400],
    [500, 400],
    [501, 700],
    [2000, 700],
    [2001, 1500],
    [10_000, 1500],
    [10_001, null],
  ])('of %i g is the first step that holds the weight', (weightGrams, price) => {
    expect(priceInZone(weights, { weightGrams, itemsTotal: 1000 })).toBe(price)
  })

  test.each([
    [4999, 400],
    [5000, 0],
    [5001, 0],
  ])('of an order of %i is free from 5000 on', (itemsTotal, price) => {
    expect(priceInZone(flat([], 400, 5000), { weightGrams: 0, itemsTotal })).toBe(price)
  })

  test('of an order that is too heavy does not exist, even if it would be free', () => {
    const zone = { ...weights, freeFrom: 0 }
    expect(priceInZone(zone, { weightGrams: 10_001, itemsTotal: 9000 })).toBeNull()
  })

  test('by weight never falls when the order gets heavier, if the steps rise in price', () => {
    const steps = fc
      .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 5000 }), fc.nat(9999)), {
        minLength: 1,
        selector: ([upTo]) => upTo,
      })
      .map((pairs): [number, number][] => {
        const weightsUp = pairs.map(([upTo]) => upTo).toSorted((a, b) => a - b)
        const pricesUp = pairs.map(([, price]) => price).toSorted((a, b) => a - b)
        return weightsUp.map((upTo, at) => [upTo, pricesUp[at] ?? 0])
      })
    fc.assert(
      fc.property(steps, fc.nat(6000), fc.nat(6000), (pairs, one, other) => {
        const zone = byWeight([], pairs)
        const price = (weightGrams: number) => priceInZone(zone, { weightGrams, itemsTotal: 1 }) ?? Infinity
        expect(price(Math.min(one, other))).toBeLessThanOrEqual(price(Math.max(one, other)))
      }),
    )
  })
})

describe('the possible methods', () => {
  const post = parcel('post', byWeight(['PT'], [[1000, 400]]))
  const courier = parcel('courier', flat([], 2000))
  const methods = [post, pickup, courier]
  const idsFor = (country: string | null, weightGrams: number) =>
    possibleMethods(methods, { country, weightGrams, itemsTotal: 100 }).map(({ method, price }) => [
      method.id,
      price,
    ])

  test('are those with a price for the country and the weight, and every pickup', () => {
    expect(idsFor('PT', 900)).toEqual([
      ['post', 400],
      ['counter', 0],
      ['courier', 2000],
    ])
    expect(idsFor('PT', 1100)).toEqual([
      ['counter', 0],
      ['courier', 2000],
    ])
    expect(idsFor('FR', 900)).toEqual([
      ['counter', 0],
      ['courier', 2000],
    ])
  })

  test('without a country are the pickups', () => {
    expect(idsFor(null, 900)).toEqual([['counter', 0]])
  })
})
