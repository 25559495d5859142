import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { demoBrands, demoCoffees, demoPackets, demoReviews } from './catalogue.ts'
import { demoOrders } from './past-orders.ts'

const pictures: Record<string, string> = JSON.parse(
  readFileSync(new URL('pictures.json', import.meta.url), 'utf8'),
)
const files = new Set(readdirSync(new URL('pictures/', import.meta.url)))
const everything = [...demoBrands, ...demoCoffees, ...demoPackets]
const coffeeNames = demoCoffees.map((coffee) => coffee.name)
/** Packets that are another size of a coffee. They have the picture of the coffee. */
const sizes = demoPackets.filter((packet) => coffeeNames.includes(packet.categoryName))
const pictured = everything.filter((thing) => !sizes.some((size) => size === thing))
const withSeveral = [...demoCoffees, ...demoPackets].filter((thing) => !sizes.some((size) => size === thing))
const shared = [...new Set(withSeveral.flatMap((thing) => thing.pictures ?? []))]

test('the demo shop has at least 8 brands, 24 coffees and 12 packets', () => {
  expect(demoBrands.length).toBeGreaterThanOrEqual(8)
  expect(demoCoffees.length).toBeGreaterThanOrEqual(24)
  expect(demoPackets.length).toBeGreaterThanOrEqual(12)
  for (const brand of demoBrands)
    expect(
      demoCoffees.filter((coffee) => coffee.brand === brand.key).length,
      brand.key,
    ).toBeGreaterThanOrEqual(2)
})

test('three coffees have a bag of another size, with the picture of the coffee and a lower price by weight', () => {
  expect(sizes).toHaveLength(3)
  for (const size of sizes) {
    const coffee = demoCoffees.find(({ name }) => name === size.categoryName)
    expect(size.picture).toBe(coffee?.picture)
    expect(size.priceCents / size.weight).toBeLessThan((coffee?.priceCents ?? 0) / (coffee?.weight ?? 1))
  }
})

test('every brand, coffee and packet has a picture of its own, in every size and kind', () => {
  expect(distinct(pictured.map((thing) => pictures[thing.picture]))).toBe(pictured.length)
  for (const picture of [...everything.map((thing) => thing.picture), ...shared]) {
    expect(pictures[picture], picture).toMatch(/^[0-9a-f]{16}-[0-9a-f]{6}$/)
    for (const width of [240, 480, 800, 1200]) {
      for (const kind of ['avif', 'webp'])
        expect(files, picture).toContain(`${pictures[picture]}-${width}.${kind}`)
    }
  }
})

test('every coffee has two more pictures, and every bag that is no size of a coffee', () => {
  for (const { key, pictures: further } of withSeveral) expect(distinct(further ?? []), key).toBe(2)
  for (const size of sizes) expect(size.pictures, size.key).toBeUndefined()
})

test('every coffee has reviews, one coffee is sold out, and of another one little is left', () => {
  for (const { key } of demoCoffees)
    expect(demoReviews.filter(({ coffee }) => coffee === key).length, key).toBeGreaterThanOrEqual(2)
  expect(demoCoffees.map(({ left }) => left).filter((left) => left !== undefined)).toEqual([0, 3])
})

test('every picture is used', () => {
  const used = [...pictured.map((thing) => thing.picture), ...shared]
  expect(Object.keys(pictures).toSorted()).toEqual(used.toSorted())
  expect(files.size).toBe(used.length * 8)
})

test('every brand and product that is referred to exists', () => {
  const brands = demoBrands.map((brand) => brand.key)
  for (const coffee of demoCoffees) expect(brands).toContain(coffee.brand)
  const keys = {
    coffee: demoCoffees.map((coffee) => coffee.key),
    packet: demoPackets.map((packet) => packet.key),
  }
  for (const item of demoOrders.flatMap((order) => order.items)) expect(keys[item.kind]).toContain(item.key)
})

test('no two entries of one kind have the same name or key', () => {
  for (const names of [
    demoBrands.map((brand) => brand.categoryName),
    demoCoffees.map((coffee) => coffee.name),
    demoPackets.map((packet) => packet.name),
    demoPackets.map((packet) => packet.categoryName),
  ]) {
    expect(distinct(names)).toBe(names.length)
  }
  for (const things of [demoBrands, demoCoffees, demoPackets])
    expect(distinct(things.map((thing) => thing.key))).toBe(things.length)
})

test('ratings are 1 to 5, and prices are whole cents above 0', () => {
  for (const { ratting, key } of everything) expect([1, 2, 3, 4, 5], key).toContain(ratting)
  for (const { priceCents, about, key } of [...demoCoffees, ...demoPackets]) {
    expect(Number.isInteger(priceCents) && priceCents > 0, key).toBe(true)
    expect(about.length, key).toBeGreaterThan(40)
  }
})

test('all past orders of the demo shopper are paid', () => {
  const orders = demoOrders.filter((order) => order.email === 'shopper@coffee.example')
  const items = orders.flatMap((order) => order.items)
  expect(items.length).toBeGreaterThan(0)
  expect(items.every((item) => item.paid)).toBe(true)
})

function distinct(values: unknown[]): number {
  return new Set(values).size
}
