import { expect, test } from 'vitest'
import { ApiError } from '#client/lib/api.ts'
import { brandFieldNames, coffeeFieldNames, fieldErrors, packetFieldNames } from './server-errors.ts'

function refusal(...errors: { field: string; message: string }[]) {
  return new ApiError(422, 'invalid-input', {
    type: 'about:blank',
    title: '',
    status: 422,
    code: 'invalid-input',
    errors,
  })
}

test('what the shop objects to stands under the field of the form', () => {
  const error = refusal(
    { field: 'category_name', message: 'There is no such brand' },
    { field: 'price', message: 'must be an amount' },
  )
  expect([...fieldErrors(error, coffeeFieldNames)]).toEqual([
    ['brand', 'There is no such brand'],
    ['price', 'Must be an amount'],
  ])
  expect([...fieldErrors(error, brandFieldNames).keys()]).toEqual(['name'])
})

test('a packet has its fields within; of two objections to one field the first counts', () => {
  const error = refusal(
    { field: 'img', message: 'Please Add A Photo' },
    { field: 'about.img', message: 'again' },
    { field: 'about.price', message: 'must be an amount' },
  )
  expect([...fieldErrors(error, packetFieldNames)]).toEqual([
    ['photo', 'Please Add A Photo'],
    ['price', 'Must be an amount'],
  ])
})

test('other fields, other errors: nothing to show under a field', () => {
  expect(fieldErrors(refusal({ field: 'email', message: 'x' }), brandFieldNames).size).toBe(0)
  expect(fieldErrors(new ApiError(0, 'network', 'x'), brandFieldNames).size).toBe(0)
  expect(fieldErrors(new Error('x'), brandFieldNames).size).toBe(0)
})
