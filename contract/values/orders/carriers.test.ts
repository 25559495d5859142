import { expect, test } from 'vitest'
import { carrierCodes, readTracking } from './carriers.ts'

test.each([
  [
    'dhl',
    '00340434161094021501',
    'https://www.dhl.com/global-en/home/tracking.html?tracking-id=00340434161094021501',
  ],
  ['dpd', '01234567890123', 'https://tracking.dpd.de/status/en_US/parcel/01234567890123'],
  ['ups', '1z 999 aa1 01 2345 6784', 'https://www.ups.com/track?tracknum=1Z999AA10123456784'],
  [
    'usps',
    '9400 1000 0000 0000 0000 00',
    'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000000',
  ],
  [
    'ctt',
    'RT160260734PT',
    'https://appserver.ctt.pt/CustomerArea/PublicArea_Detail?ObjectCodeInput=RT160260734PT&SearchInput=RT160260734PT&IsFromPublicArea=true',
  ],
  [
    'correos',
    'PQ856C07-1002-7820',
    'https://www.correos.es/es/es/herramientas/localizador/envios/detalle?tracking-number=PQ856C0710027820',
  ],
] as const)('a number of %s leads to its page', (carrier, code, url) => {
  const number = code.replaceAll(/[\s-]/g, '').toUpperCase()
  expect(readTracking({ carrier, code })).toEqual({ url, carrier, number })
})

test.each(carrierCodes)('a link is taken as it is with the carrier %s', (carrier) => {
  const url = 'https://post.example/track/7'
  expect(readTracking({ carrier, code: ` ${url} ` })).toEqual({ url, carrier: null, number: null })
})

test.each([
  '',
  'http://post.example',
  'javascript:alert(1)',
  'https://a b',
  'post.example',
  '12345',
  'A&b=123456',
])('what is neither a link nor a number is refused: %s', (code) => {
  for (const carrier of carrierCodes) expect(readTracking({ carrier, code })).toBeNull()
})
