import { expect, test } from 'vitest'
import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import { epcText, transferOf, withCode } from './bank-transfer.ts'

const bank = { holder: 'Crema Kaffee GmbH', iban: 'DE02120300000000202051' }
const selling = { ...DEFAULT_SELLING, currency: 'EUR', bank }
const order = { state: 'waiting', number: 1032, total_cents: 8203, gateway: 'transfer' } as const
const transfer = { ...bank, amount: '82.03', reference: 'Order 1032' }

test('an order that waits for a transfer names the account, the amount and the reference', () => {
  expect(transferOf(order, selling)).toEqual(transfer)
})

test.each([{ state: 'paid' as const }, { gateway: 'pickup' }, { gateway: 'stripe' }, { gateway: null }])(
  'an order with %j says nothing about a transfer',
  (other) => {
    expect(transferOf({ ...order, ...other }, selling)).toBeNull()
  },
)

test('nothing is said about an account that the owner has not entered', () => {
  expect(transferOf(order, { ...selling, bank: { holder: '', iban: '' } })).toBeNull()
})

test('the code for banking apps has the lines of EPC069-12, and only for euros', async () => {
  expect(epcText(transfer)).toBe(
    'BCD\n002\n1\nSCT\n\nCrema Kaffee GmbH\nDE02120300000000202051\nEUR82.03\n\n\nOrder 1032',
  )
  expect((await withCode(transfer, 'EUR')).qr).toMatch(/^data:image\/svg\+xml,%3Csvg/)
  expect(await withCode(transfer, 'USD')).toEqual(transfer)
})
