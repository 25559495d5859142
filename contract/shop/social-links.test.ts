import { expect, test } from 'vitest'
import { socialUrl } from './social-links.ts'

test.each([
  ['Instagram', '@casamara', 'https://www.instagram.com/casamara'],
  ['Instagram', ' casamara ', 'https://www.instagram.com/casamara'],
  ['Instagram', '@casa.mara', 'https://www.instagram.com/casa.mara'],
  ['Instagram', 'instagram.com/casamara', 'https://instagram.com/casamara'],
  ['Instagram', 'https://www.instagram.com/casamara/?hl=pt', 'https://www.instagram.com/casamara/?hl=pt'],
  ['Facebook', '@casamara', 'https://www.facebook.com/casamara'],
  ['Facebook', 'm.facebook.com/casamara', 'https://m.facebook.com/casamara'],
  ['YouTube', '@casamara', 'https://www.youtube.com/@casamara'],
  ['TikTok', 'casamara', 'https://www.tiktok.com/@casamara'],
  ['X', '@casamara', 'https://x.com/casamara'],
  ['X', 'https://twitter.com/casamara', 'https://twitter.com/casamara'],
  ['Mastodon', '@casamara@mastodon.social', 'https://mastodon.social/@casamara'],
  ['Mastodon', 'casamara@social.example', 'https://social.example/@casamara'],
  ['Mastodon', 'https://social.example/@casamara', 'https://social.example/@casamara'],
  ['Pinterest', '@casamara', 'https://www.pinterest.com/casamara'],
  ['Pinterest', 'https://www.pinterest.co.uk/casamara', 'https://www.pinterest.co.uk/casamara'],
] as const)('in %s, the text "%s" leads to %s', (network, typed, url) => {
  expect(socialUrl(network, typed)).toBe(url)
})

test.each([
  ['Instagram', 'https://@casamara'],
  ['Instagram', 'https://casamara'],
  ['Instagram', 'https://evil.example/instagram.com'],
  ['Instagram', 'https://notinstagram.com/casamara'],
  ['Instagram', 'https://instagram.com@evil.example/casamara'],
  ['Instagram', 'https://www.instagram.com'],
  ['Instagram', 'info@casamara.example'],
  ['Instagram', 'casa mara'],
  ['Instagram', '@'],
  ['Facebook', 'casamara.example'],
  ['X', 'javascript:alert(1)'],
  ['X', 'https://['],
  ['Mastodon', '@casamara'],
  ['Mastodon', 'https://localhost/@casamara'],
] as const)('in %s, the text "%s" leads to no page', (network, typed) => {
  expect(socialUrl(network, typed)).toBeNull()
})
