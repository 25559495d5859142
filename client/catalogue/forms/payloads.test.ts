import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { NewBrand, NewCoffee, NewPacket } from '#contract/shop-management.ts'
import { newBrand, newCoffee, newPacket } from './payloads.ts'
import { brandFields, coffeeFields, packetFields } from './product-fields.ts'
import type { Product, ProductFields } from './product-fields.ts'

const EMAIL = 'ada@coffee.example'
const product: Product = {
  img: '/a.webp',
  name: ' Alma ',
  price: ' 12.5 ',
  brand: 'Northfold',
  about: ' Dark. ',
  ratting: '4',
}

test('a brand is sent as its picture, category name, ratting and owner', () => {
  const body = newBrand(product, EMAIL)
  expect(body).toEqual({ img: '/a.webp', category_name: 'Alma', ratting: 4, email: EMAIL })
  expect(Value.Check(NewBrand, body)).toBe(true)
})

test('a coffee name is sent with its brand as the category', () => {
  const body = newCoffee(product, EMAIL)
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

test.each(['12,5', '12,50'])('a price of %s goes with a point', (price) => {
  const body = newCoffee({ ...product, price }, EMAIL)
  expect(body.price).toBe(price.replace(',', '.'))
  expect(Value.Check(NewCoffee, body)).toBe(true)
  expect(newPacket({ ...product, price }, EMAIL).about.price).toBe(body.price)
})

test('a packet has the picture and the owner twice, and the coffee name as its category', () => {
  const body = newPacket({ ...product, name: 'Alma' }, EMAIL)
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

test('an edited packet keeps a category and a picture of its own where name and picture are not touched', () => {
  const body = newPacket(asProduct(packetFields(before), { price: '13' }), EMAIL, before)
  expect(body).toEqual({ ...before, about: { ...before.about, price: '13' } })
})

test('another coffee name and another picture are taken over in both places', () => {
  const body = newPacket(asProduct(packetFields(before), { name: 'Brisa', img: '/b.webp' }), EMAIL, before)
  expect(body).toMatchObject({
    img: '/b.webp',
    category_name: 'Brisa',
    about: { name: 'Brisa', img: '/b.webp' },
  })
})

test('what is not edited is sent as it was', () => {
  const brand = newBrand(product, EMAIL)
  const coffee = newCoffee(product, EMAIL)
  expect(newBrand(asProduct(brandFields(brand)), EMAIL)).toEqual(brand)
  expect(newCoffee(asProduct(coffeeFields(coffee)), EMAIL)).toEqual(coffee)
})

function asProduct({ photo, ...typed }: ProductFields, changes: Partial<Product> = {}): Product {
  return { ...typed, img: photo?.address ?? '', ...changes }
}
