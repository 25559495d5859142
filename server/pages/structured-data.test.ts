import { expect, test } from 'vitest'
import { DEFAULT_OPENING, DEFAULT_PROFILE, pageShopOf } from '#contract/shop/profile.ts'
import type { ShopProfile } from '#contract/shop/profile.ts'
import { jsonLd, pictureUrl, shopData } from './structured-data.ts'

const address = { publicUrl: 'https://shop.example', pictureBase: '' }

function dataOf(profile: Partial<ShopProfile>): unknown {
  const shop = pageShopOf({ ...DEFAULT_PROFILE, name: 'Hill Roastery', ...profile }, DEFAULT_OPENING)
  const [, json = ''] = />(.*)</s.exec(jsonLd(shopData(shop, address))) ?? []
  return JSON.parse(json)
}

test('a shop with a street address is a place with opening hours', () => {
  const data = dataOf({
    tagline: 'Coffee from the hill',
    logo: '/images/0123456789abcdef-aabbcc-800.webp',
    contact: { email: 'hello@hill.example', phone: '+351 1', address: 'Rua da Rosa 7\nLisboa' },
    openingHours: 'Mon to Fri 8:00 to 17:00',
    socialLinks: [{ network: 'Mastodon', url: 'https://social.example/@hill' }],
  })
  expect(data).toEqual({
    '@context': 'https://schema.org',
    '@type': 'CafeOrCoffeeShop',
    '@id': 'https://shop.example/#shop',
    'name': 'Hill Roastery',
    'url': 'https://shop.example/',
    'description': 'Coffee from the hill',
    'logo': 'https://shop.example/images/0123456789abcdef-aabbcc-800.webp',
    'email': 'hello@hill.example',
    'telephone': '+351 1',
    'address': 'Rua da Rosa 7\nLisboa',
    'openingHours': 'Mon to Fri 8:00 to 17:00',
    'sameAs': ['https://social.example/@hill'],
  })
})

test('a shop without an address is an online store, and says nothing that its owner has not said', () => {
  expect(dataOf({ openingHours: 'Always' })).toEqual({
    '@context': 'https://schema.org',
    '@type': 'OnlineStore',
    '@id': 'https://shop.example/#shop',
    'name': 'Hill Roastery',
    'url': 'https://shop.example/',
  })
})

test('a text of the owner cannot end the script element', () => {
  expect(jsonLd({ '@type': 'Store', 'name': '</script><script>alert(1)</script>' })).not.toMatch(
    /<\/script><script>/,
  )
})

test('a picture has an absolute URL, and the pictures of the demo shop have none', () => {
  const stored = '/images/0123456789abcdef-aabbcc-800.webp'
  const bucket = { ...address, pictureBase: 'https://bucket.example/files' }
  expect(pictureUrl(stored, bucket)).toBe(`https://bucket.example/files${stored}`)
  expect(pictureUrl('https://i.ibb.co/a.webp', bucket)).toBe('https://i.ibb.co/a.webp')
  expect(pictureUrl('site:hero', bucket)).toBeUndefined()
  expect(pictureUrl('', bucket)).toBeUndefined()
})
