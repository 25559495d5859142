import { expect, test } from 'vitest'
import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import { hillRoasters } from '#test/shop/hill-roasters.ts'
import { mailShop } from './compose-mail.ts'

const selling = { ...DEFAULT_SELLING, currency: 'EUR', timeZone: 'Europe/Lisbon' }

test('mails show the name, the address, the imprint, the colour and the dates of the shop', () => {
  expect(mailShop('https://hill.example', hillRoasters, selling)).toEqual({
    name: 'Hill Roasters',
    currency: 'EUR',
    accent: '#1a5c4a',
    dateStyle: 'dayFirst',
    timeZone: 'Europe/Lisbon',
    address: 'Rua da Rosa 7\n1200-381 Lisboa\nPortugal',
    imprintUrl: 'https://hill.example/legal/imprint',
  })
})

test('mails link to no imprint that is empty', () => {
  const legal = { ...hillRoasters.legal, imprint: '\n' }
  expect(mailShop('https://hill.example', { ...hillRoasters, legal }, selling).imprintUrl).toBeNull()
})
