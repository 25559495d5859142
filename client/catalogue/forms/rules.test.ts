import { Value } from 'typebox/value'
import type { TString } from 'typebox'
import { createFormControl } from 'react-hook-form'
import type { FieldErrors, FieldValues } from 'react-hook-form'
import { expect, test } from 'vitest'
import { storedPhoto } from '#client/media/photo.ts'
import { NewCoffee, NewPacket } from '#contract/shop-management.ts'
import { NO_FIELDS } from './product-fields.ts'
import type { ProductFields } from './product-fields.ts'
import { ABOUT_MOST, brandRules, coffeeRules, NAME_MOST, packetRules } from './rules.ts'

const photo = storedPhoto('/a.webp')

test('an empty brand is told what it lacks, the photo first and in the words of the name', async () => {
  expect(await objections(brandRules, NO_FIELDS)).toEqual([
    'photo: Name is required',
    'name: Category Name is required',
    'ratting: Ratting is required',
  ])
})

test('an empty coffee name', async () => {
  expect(await objections(coffeeRules, NO_FIELDS)).toEqual([
    'photo: Name is required',
    'name: Name is required',
    'price: Price is required',
    'brand: Brand is required',
    'ratting: Ratting is required',
  ])
})

test('an empty packet', async () => {
  expect(await objections(packetRules, NO_FIELDS)).toEqual([
    'photo: Name is required',
    'name: Coffee Name is required',
    'about: About is required',
    'price: Price is required',
    'ratting: Ratting is required',
  ])
})

test('spaces are nothing', async () => {
  const spaces = { ...NO_FIELDS, photo, name: ' ', about: ' ', price: ' ', brand: 'Northfold', ratting: '3' }
  expect(await objections(coffeeRules, spaces)).toEqual([
    'name: Name is required',
    'price: Price is required',
  ])
  expect(await objections(packetRules, { ...spaces, name: 'Alma' })).toEqual([
    'about: About is required',
    'price: Price is required',
  ])
})

test.each(['0.01', '12', '12.5', '12.50', '12,5', '12,50', ' 7 '])(
  'the price %s is accepted',
  async (price) => {
    expect(await objections({ price: coffeeRules.price }, { ...NO_FIELDS, price })).toEqual([])
  },
)

test.each(['-1', '1,234', '1,234.50', '12,', '12.345', 'free', '1e3'])(
  'the price %s is refused as not an amount',
  async (price) => {
    expect(await objections({ price: coffeeRules.price }, { ...NO_FIELDS, price })).toEqual([
      'price: Price must be an amount with at most two decimals, such as 12.50',
    ])
  },
)

test.each([
  ['12345678', 'Price is too large: the highest price is 9,999,999.99'],
  ['0', 'Price must be more than 0'],
  ['0,00', 'Price must be more than 0'],
])('the price %s is refused with its own reason', async (price, message) => {
  expect(await objections({ price: coffeeRules.price }, { ...NO_FIELDS, price })).toEqual([
    `price: ${message}`,
  ])
})

test('names and descriptions are as long as the shop takes them', async () => {
  expect(longest(NewCoffee.properties.name, NAME_MOST)).toBe(true)
  expect(longest(NewPacket.properties.about.properties.about, ABOUT_MOST)).toBe(true)
  expect(longest(NewCoffee.properties.about, ABOUT_MOST)).toBe(true)
  const long = { ...NO_FIELDS, name: 'x'.repeat(NAME_MOST + 1), about: 'x'.repeat(ABOUT_MOST + 1) }
  expect(await objections({ about: coffeeRules.about }, long)).toEqual([
    'about: Please keep this to 2000 characters',
  ])
  expect(await objections({ name: brandRules.name }, long)).toEqual([
    'name: Please keep this to 200 characters',
  ])
})

function longest(schema: TString, length: number): boolean {
  return Value.Check(schema, 'x'.repeat(length)) && !Value.Check(schema, 'x'.repeat(length + 1))
}

/** What a form with these rules says to these fields, in the order in which it checks. */
async function objections(
  rules: Partial<Record<keyof ProductFields, object>>,
  fields: ProductFields,
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
