import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findPage, pages } from '../pages.ts'
import { areProductsPublic, canGuestsBuy, namedAddress } from './product-pages.ts'

test.each([
  ['House Blend', 'house-blend'],
  ['  "Sidamo" No. 4 & Co.! ', 'sidamo-no-4-co'],
  ['Café Crème', 'caf%C3%A9-cr%C3%A8me'],
  ['Café', 'caf%C3%A9'],
  ['Ελληνικός', '%CE%B5%CE%BB%CE%BB%CE%B7%CE%BD%CE%B9%CE%BA%CF%8C%CF%82'],
  ['云南 咖啡', '%E4%BA%91%E5%8D%97-%E5%92%96%E5%95%A1'],
  ['Monday ☕️ Blend 🎉', 'monday-blend'],
  ['../..//admin', 'admin'],
  ['a?b#c%2F', 'a-b-c-2f'],
])('the name %j is %s in an address', (name, slug) => {
  expect(namedAddress('/bagDetails/7', name)).toBe(`/bagDetails/7/${slug}`)
})

test.each(['☕️🎉', '', '---', '\uD800'])('of the name %j nothing is left', (name) => {
  expect(namedAddress('/bagDetails/7', name)).toBe('/bagDetails/7')
})

test('a long name is cut, and its characters stay whole', () => {
  const address = namedAddress('/bagDetails/7', '𠮷'.repeat(300))
  expect(decodeURIComponent(address)).toBe(`/bagDetails/7/${'𠮷'.repeat(60)}`)
})

/** Any character of Unicode. The units that fast-check has for it take seconds to build. */
const character = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))

test('every address with a name is that of the same page and id', () => {
  fc.assert(
    fc.property(fc.string({ unit: character }), (name) => {
      const address = namedAddress(pages.coffeeDetails('7'), name)
      expect(address).toMatch(/^\/coffeeDetails\/7(\/[\w.~!'()*%-]+)?$/)
      expect(findPage(address)).toMatchObject({ name: 'coffeeDetails', id: '7' })
    }),
  )
})

test('products are public in an open shop that shows them to everyone', () => {
  expect(areProductsPublic({ isOpen: true, productsFor: 'everyone' })).toBe(true)
  expect(areProductsPublic({ isOpen: false, productsFor: 'everyone' })).toBe(false)
  expect(areProductsPublic({ isOpen: true, productsFor: 'signedIn' })).toBe(false)
})

test('people buy without an account where they see the products and pay in the checkout', () => {
  const opening = (productsFor: 'signedIn' | 'everyone') => ({ isOpen: true, productsFor })
  expect(canGuestsBuy({ paysAtOnce: false, shop: opening('everyone') })).toBe(true)
  expect(canGuestsBuy({ paysAtOnce: true, shop: opening('everyone') })).toBe(false)
  expect(canGuestsBuy({ paysAtOnce: false, shop: opening('signedIn') })).toBe(false)
})
