import { beforeEach, expect, test, vi } from 'vitest'
import { makeStorage } from '#client/identity/test-fixtures.ts'
import { keepCode, keepCodeOfLink, readCode } from '#client/lib/kept-code.ts'
import { responseError } from '#client/lib/api-error.ts'
import { takeOffRefused } from '../use-quote.ts'

beforeEach(() => void vi.stubGlobal('localStorage', makeStorage()))

const visit = (search: string, pathname = '/') => keepCodeOfLink({ pathname, search })

test('the code of a link is kept in the form that the server stores', () => {
  visit('?code=fr%C3%BChling')
  expect(readCode()).toBe('FRÜHLING')
})

test.each(['%00', 'a%00b', 'with%20space', 'ab', 'x'.repeat(41), '%0A', ''])(
  'a text that is no code is not kept from a link, and keeps the code from before: %j',
  (code) => {
    visit(`?code=${code}`)
    expect(readCode()).toBe('')
    visit('?code=SPRING')
    visit(`?code=${code}`)
    expect(readCode()).toBe('SPRING')
  },
)

test('a text that an earlier version has kept is not sent if it is no code', () => {
  localStorage.setItem('code', '\u0000')
  expect(readCode()).toBe('')
})

test('a refused discount is taken off: the code if the error names it, otherwise those of the person', () => {
  const chosen = vi.fn<(part: object) => void>()
  const refusal = (more: object) =>
    responseError(409, {
      type: 'about:blank',
      title: '',
      status: 409,
      code: 'discount-refused',
      requestId: 'r',
      ...more,
    })
  keepCode('SPRING')
  takeOffRefused(refusal({}), chosen)
  expect(chosen).toHaveBeenLastCalledWith({ withoutPersonal: true })
  expect(readCode()).toBe('SPRING')
  takeOffRefused(refusal({ errors: [{ field: 'code', message: 'cannot be used' }] }), chosen)
  expect(chosen).toHaveBeenLastCalledWith({ code: '' })
  expect(readCode()).toBe('')
  takeOffRefused(refusal({ code: 'total-changed' }), chosen)
  expect(chosen).toHaveBeenCalledTimes(2)
})
