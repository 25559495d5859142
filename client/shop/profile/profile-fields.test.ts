import { expect, test } from 'vitest'
import { legalPages, productAudiences } from '#contract/shop/choices.ts'
import { dateStyles, DEFAULT_PROFILE } from '#contract/shop/profile.ts'
import type { ShopProfile } from '#contract/shop/profile.ts'
import { colourOf, formPath, toFields, toProfile } from './profile-fields.ts'
import { words as openingWords } from '../texts.ts'
import { words } from './texts.ts'

const profile: ShopProfile = {
  ...DEFAULT_PROFILE,
  name: 'Bramble & Bean',
  testimonials: [{ name: 'Cora', from: '', quote: 'Good.', picture: '' }],
  socialLinks: [
    { network: 'Instagram', url: 'https://www.instagram.com/bramble' },
    { network: 'Mastodon', url: 'https://mastodon.social/@bramble' },
  ],
  accent: '#1a4d8f',
}

test('there is a text for each legal page, date style and audience', () => {
  expect([Object.keys(words.legalPages), Object.keys(words.dateStyles)]).toEqual([
    [...legalPages],
    [...dateStyles],
  ])
  expect(Object.keys(openingWords.audiences).toSorted()).toEqual(productAudiences.toSorted())
})

test('what the form holds becomes the same profile again, without spaces around texts', () => {
  expect(toProfile(toFields(profile))).toEqual(profile)
  const fields = toFields(profile)
  expect(
    toProfile({
      ...fields,
      name: ' Bramble & Bean ',
      testimonials: [{ name: 'Cora ', from: ' ', quote: 'Good.\n', picture: '' }],
    }),
  ).toEqual(profile)
})

test.each([
  ['', undefined],
  [' instagram.com/bramble ', 'https://instagram.com/bramble'],
  ['@casamara', 'https://www.instagram.com/casamara'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
])('on Instagram, %j is sent as %j', (typed, url) => {
  const fields = toFields({ ...profile, socialLinks: [] })
  const { socialLinks } = toProfile({ ...fields, socialLinks: { ...fields.socialLinks, Instagram: typed } })
  expect(socialLinks[0]?.url).toBe(url)
})

test.each([
  ['', ''],
  ['7A4A21', '#7a4a21'],
  [' #7A4A21 ', '#7a4a21'],
  ['brown', 'brown'],
])('the colour %j is sent as %j', (typed, colour) => expect(colourOf(typed)).toBe(colour))

test.each([
  ['name', 'name'],
  ['testimonials.0.quote', 'testimonials.0.quote'],
  ['socialLinks.1.url', 'socialLinks.Mastodon'],
  ['legal.terms', 'legal.terms'],
])('an error about %s is shown at the field %s', (field, path) => {
  expect(formPath(field, profile)).toBe(path)
})
