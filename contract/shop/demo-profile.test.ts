import { expect, test } from 'vitest'
import { DEMO_PROFILE } from './demo-profile.ts'
import { DEFAULT_PROFILE, DEMO_OPENING, pageShopOf } from './profile.ts'

test('the texts of the specification are kept to the letter in the demo shop, and are good English in a real one', () => {
  expect(DEMO_PROFILE.words).toEqual({
    rating: 'Ratting',
    notFound: 'Sorryyyyyyy, We Have Nothing This URL',
    loggedIn: 'Login Successsfully',
    shortPassword: 'Password must be 6 caracter or longer',
  })
  const odd = /Ratting|Sorryy|Successs|caracter|[A-Z]{4}|All Coffee/
  expect(JSON.stringify([DEFAULT_PROFILE.words, DEFAULT_PROFILE.home])).not.toMatch(odd)
})

test('the home page of the demo shop has the sections of the specification in order, and a new shop shows what it sells', () => {
  const kindsOf = (profile: typeof DEMO_PROFILE) =>
    pageShopOf(profile, DEMO_OPENING).home.map(({ kind }) => kind)
  expect(kindsOf(DEMO_PROFILE)).toEqual(['hero', 'brands', 'story', 'bags', 'reviews'])
  expect(kindsOf(DEFAULT_PROFILE)).toEqual(['hero', 'coffees', 'story', 'reviews'])
})
