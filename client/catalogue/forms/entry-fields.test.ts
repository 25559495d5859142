import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { NewBrand, NewCoffee, NewPacket } from '#contract/shop-management.ts'
import { brandBody, brandFields, coffeeBody, coffeeFields, packetBody, packetFields } from './entry-fields.ts'
import type { EntryFields, EntryInput } from './entry-fields.ts'
import { NO_FACTS } from '../facts/facts-fields.ts'

const EMAIL = 'ada@coffee.example'
const input: EntryInput = {
  img: '/a.webp',
  name: ' Alma ',
  price: ' 12.5 ',
  brand: 'Northfold',
  about: ' Dark. ',
  ratting: '4',
  weight: '',
  taxClass: 'standard',
  reduced: false,
  facts: NO_FACTS,
  pictures: [],
  coffeeId: '',
}

test('a brand is sent as its picture, category name, ratting and owner', () => {
  const body = brandBody(input, EMAIL)
  expect(body).toEqual({ img: '/a.webp', category_name: 'Alma', ratting: 4, email: EMAIL })
  expect(Value.Check(NewBrand, body)).toBe(true)
})

test('a coffee name is sent with its brand as the category', () => {
  const body = coffeeBody(input, EMAIL)
  expect(body).toEqual({
    img: '/a.webp',
    name: 'Alma',
    price: '12.5',
    category_name: 'Northfold',
    ratting: 4,
    about: 'Dark.',
    email: EMAIL,
  })
  expect(Value.Check(NewCoffee, body)).toBe(true)
})

test.each(['12,5', ' 12,50'])('a price typed as %j is sent as it was typed, without spaces', (price) => {
  const body = coffeeBody({ ...input, price }, EMAIL)
  expect(body.price).toBe(price.trim())
  expect(Value.Check(NewCoffee, body)).toBe(true)
  expect(packetBody({ ...input, price }, EMAIL).about.price).toBe(body.price)
})

test('a packet is sent with the picture and the owner twice, and with the coffee name as its category', () => {
  const body = packetBody({ ...input, name: 'Alma' }, EMAIL)
  expect(body).toEqual({
    img: '/a.webp',
    category_name: 'Alma',
    email: EMAIL,
    about: { name: 'Alma', img: '/a.webp', price: '12.5', ratting: 4, about: 'Dark.', email: EMAIL },
  })
  expect(Value.Check(NewPacket, body)).toBe(true)
})

const before: NewPacket = {
  img: '/front.webp',
  category_name: 'Espresso Bags',
  email: EMAIL,
  about: { name: 'Alma', img: '/a.webp', price: '12.50', ratting: 4, about: 'Dark.', email: EMAIL },
}

test('an edited packet keeps its own category and cover picture if name and picture are unchanged', () => {
  const body = packetBody(asInput(packetFields(before), { price: '13' }), EMAIL, before)
  expect(body).toEqual({ ...before, about: { ...before.about, price: '13' } })
})

test('a changed coffee name and a changed picture are sent in both places', () => {
  const body = packetBody(asInput(packetFields(before), { name: 'Brisa', img: '/b.webp' }), EMAIL, before)
  expect(body).toMatchObject({
    img: '/b.webp',
    category_name: 'Brisa',
    about: { name: 'Brisa', img: '/b.webp' },
  })
})

test('an entry without changes is sent as it was', () => {
  const brand = brandBody(input, EMAIL)
  const coffee = coffeeBody(input, EMAIL)
  expect(brandBody(asInput(brandFields(brand)), EMAIL)).toEqual(brand)
  expect(coffeeBody(asInput(coffeeFields(coffee)), EMAIL)).toEqual(coffee)
})

test('the weight and the tax class are sent once they are set, and the weight can be removed again', () => {
  const heavy = coffeeBody({ ...input, weight: ' 250 ', taxClass: 'reduced' }, EMAIL)
  expect(heavy).toMatchObject({ weight: 250, taxClass: 'reduced' })
  expect(Value.Check(NewCoffee, heavy)).toBe(true)
  expect(coffeeBody(asInput(coffeeFields(heavy)), EMAIL, heavy)).toEqual(heavy)
  const light = coffeeBody({ ...input, weight: '' }, EMAIL, heavy)
  expect(light).toMatchObject({ weight: null, taxClass: 'standard' })
  expect(Value.Check(NewCoffee, light)).toBe(true)
  const bag = packetBody({ ...input, weight: '1000' }, EMAIL)
  expect(bag.about).toMatchObject({ weight: 1000 })
  expect(Value.Check(NewPacket, bag)).toBe(true)
})

test('that a price is reduced is sent once it is ticked, and until it is no longer', () => {
  const reduced = coffeeBody({ ...input, reduced: true }, EMAIL)
  expect(reduced).toMatchObject({ reduced: true })
  expect(Value.Check(NewCoffee, reduced)).toBe(true)
  expect(coffeeBody(asInput(coffeeFields(reduced)), EMAIL, reduced)).toEqual(reduced)
  expect(coffeeBody(input, EMAIL, reduced)).toMatchObject({ reduced: false })
  expect(packetBody(input, EMAIL, before).about).not.toHaveProperty('reduced')
})

test('facts, further pictures and the coffee of a packet are sent when they change, and can be removed again', () => {
  const facts = { ...NO_FACTS, roast: '2', notes: ['Plum'] }
  const said = packetBody({ ...input, facts, pictures: ['/b.webp'], coffeeId: '7' }, EMAIL)
  const about = { facts: { roast: 2, notes: ['Plum'] }, pictures: ['/b.webp'], coffeeId: '7' }
  expect(said.about).toMatchObject(about)
  expect(Value.Check(NewPacket, said)).toBe(true)
  const unchanged = packetBody(asInput(packetFields(said)), EMAIL, said)
  expect(unchanged.about).not.toHaveProperty('facts')
  expect(unchanged.about).not.toHaveProperty('pictures')
  expect(unchanged.about).not.toHaveProperty('coffeeId')
  const removed = packetBody(input, EMAIL, said)
  expect(removed.about).toMatchObject({ facts: {}, pictures: [], coffeeId: null })
  expect(Value.Check(NewPacket, removed)).toBe(true)
})

function asInput({ photo, ...typed }: EntryFields, changes: Partial<EntryInput> = {}): EntryInput {
  return { ...typed, img: photo?.address ?? '', ...changes }
}
