import { Value } from 'typebox/value'
import type { TString } from 'typebox'
import { createFormControl } from 'react-hook-form'
import type { FieldErrors, FieldValues } from 'react-hook-form'
import { expect, test } from 'vitest'
import { ApiError } from '#client/lib/api.ts'
import { storedPhoto } from '#client/media/photo.ts'
import { NewCoffee, NewPacket } from '#contract/shop-management.ts'
import { ABOUT_LENGTH, NAME_LENGTH } from '#contract/values/limits.ts'
import { brandRules } from './brand-form.tsx'
import { coffeeRules } from './coffee-form.tsx'
import { NO_FIELDS } from './entry-fields.ts'
import type { EntryFields } from './entry-fields.ts'
import { fieldErrors } from './field-checks.ts'
import { packetRules } from './packet-form.tsx'

const photo = storedPhoto('/a.webp')

test('the errors of an empty brand form: the photo comes first, with the message of the name', async () => {
  expect(await errorsOf(brandRules, NO_FIELDS)).toEqual([
    'photo: Name is required',
    'name: Category Name is required',
    'ratting: Ratting is required',
  ])
})

test('the errors of an empty coffee name form', async () => {
  expect(await errorsOf(coffeeRules('USD'), NO_FIELDS)).toEqual([
    'photo: Name is required',
    'name: Name is required',
    'price: Price is required',
    'brand: Brand is required',
    'ratting: Ratting is required',
  ])
})

test('the errors of an empty packet form', async () => {
  expect(await errorsOf(packetRules('USD'), NO_FIELDS)).toEqual([
    'photo: Name is required',
    'name: Coffee Name is required',
    'about: About is required',
    'price: Price is required',
    'ratting: Ratting is required',
  ])
})

test('spaces alone count as empty', async () => {
  const spaces = { ...NO_FIELDS, photo, name: ' ', about: ' ', price: ' ', brand: 'Northfold', ratting: '3' }
  expect(await errorsOf(coffeeRules('USD'), spaces)).toEqual([
    'name: Name is required',
    'price: Price is required',
  ])
  expect(await errorsOf(packetRules('USD'), { ...spaces, name: 'Alma' })).toEqual([
    'about: About is required',
    'price: Price is required',
  ])
})

test.each(['0.01', '12', '12.5', '12.50', '12,5', '12,50', ' 7 '])(
  '%s is accepted as a price',
  async (price) => {
    expect(await errorsOf({ price: coffeeRules('USD').price }, { ...NO_FIELDS, price })).toEqual([])
  },
)

test.each(['-1', '1,234', '1,234.50', '12,', '12.345', 'free', '1e3'])(
  '%s is not accepted as a price',
  async (price) => {
    expect(await errorsOf({ price: coffeeRules('USD').price }, { ...NO_FIELDS, price })).toEqual([
      'price: Price must be an amount with at most two decimals, such as 12.50',
    ])
  },
)

test.each([
  ['12345678', 'Price is too large: the highest price is 9,999,999.99'],
  ['0', 'Price must be more than 0'],
  ['0,00', 'Price must be more than 0'],
])('the price %s is refused with its own reason', async (price, message) => {
  expect(await errorsOf({ price: coffeeRules('USD').price }, { ...NO_FIELDS, price })).toEqual([
    `price: ${message}`,
  ])
})

test('names and descriptions may be as long as the contract allows', async () => {
  expect(longest(NewCoffee.properties.name, NAME_LENGTH)).toBe(true)
  expect(longest(NewPacket.properties.about.properties.about, ABOUT_LENGTH)).toBe(true)
  expect(longest(NewCoffee.properties.about, ABOUT_LENGTH)).toBe(true)
  const long = { ...NO_FIELDS, name: 'x'.repeat(NAME_LENGTH + 1), about: 'x'.repeat(ABOUT_LENGTH + 1) }
  expect(await errorsOf({ about: coffeeRules('USD').about }, long)).toEqual([
    'about: Please keep this to 2000 characters',
  ])
  expect(await errorsOf({ name: brandRules.name }, long)).toEqual([
    'name: Please keep this to 200 characters',
  ])
})

test('an error of the server is shown under the field of the form', () => {
  const error = refusal(
    { field: 'category_name', message: 'There is no such brand' },
    { field: 'price', message: 'must be an amount' },
  )
  expect([...fieldErrors(error, 'brand')]).toEqual([
    ['brand', 'There is no such brand'],
    ['price', 'Must be an amount'],
  ])
  expect(fieldErrors(error, 'name').get('name')).toBe('There is no such brand')
})

test('a packet has nested fields, and the first of two errors of a field is shown', () => {
  const error = refusal(
    { field: 'img', message: 'Please Add A Photo' },
    { field: 'about.img', message: 'again' },
    { field: 'about.price', message: 'must be an amount' },
  )
  expect([...fieldErrors(error, 'name')]).toEqual([
    ['photo', 'Please Add A Photo'],
    ['price', 'Must be an amount'],
  ])
})

test('errors of other fields, and other errors, are not shown under a field', () => {
  expect(fieldErrors(refusal({ field: 'email', message: 'x' }), 'name').size).toBe(0)
  expect(fieldErrors(new ApiError(0, 'network', 'x'), 'name').size).toBe(0)
  expect(fieldErrors(new Error('x'), 'name').size).toBe(0)
})

function refusal(...errors: { field: string; message: string }[]) {
  return new ApiError(422, 'invalid-input', {
    type: 'about:blank',
    title: '',
    status: 422,
    code: 'invalid-input',
    errors,
  })
}

function longest(schema: TString, length: number): boolean {
  return Value.Check(schema, 'x'.repeat(length)) && !Value.Check(schema, 'x'.repeat(length + 1))
}

/** Validates the values of form fields with these rules. Returns the error messages in the order of the checks. */
async function errorsOf(
  rules: Partial<Record<keyof EntryFields, object>>,
  fields: EntryFields,
): Promise<string[]> {
  const form = createFormControl<FieldValues>({ defaultValues: fields })
  for (const [name, rule] of Object.entries(rules)) form.register(name, rule)
  let found: FieldErrors = {}
  await form.handleSubmit(
    () => undefined,
    (errors) => {
      found = errors
    },
  )()
  return Object.entries(found).map(([name, error]) => `${name}: ${String(error?.message)}`)
}
