import { beforeEach, expect, test, vi } from 'vitest'
import { makeStorage } from '#client/identity/test-fixtures.ts'
import { keepCode, readCode } from '#client/lib/kept-code.ts'
import { forgetPlaced, keepCheckout, readCheckout } from './kept-checkout.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', makeStorage())
  vi.stubGlobal('sessionStorage', makeStorage())
  keepCode('SPRING')
  keepCheckout('', { note: 'Ring twice' })
})

const kept = () => [readCheckout('').note, readCode()]

test('the order of a payment that was begun with it makes the checkout and the code forgotten', () => {
  keepCheckout('', { paymentId: 'pay1' })
  expect(kept()).toEqual(['Ring twice', 'SPRING'])
  forgetPlaced('pay1')
  expect(kept()).toEqual(['', ''])
})

test('the page of an earlier order forgets nothing', () => {
  forgetPlaced('pay0')
  expect(kept()).toEqual(['Ring twice', 'SPRING'])
  keepCheckout('', { paymentId: 'pay1' })
  forgetPlaced('pay0')
  expect(kept()).toEqual(['Ring twice', 'SPRING'])
})
