import { expect, test } from 'vitest'
import { formPath } from './use-selling-form.ts'

test.each([
  ['country', 'country'],
  ['methods.0.name', 'methods.0.name'],
  ['methods.0.zones', 'methods.0.zones.root'],
  ['methods.0.zones.1.countries', 'methods.0.zones.1.countries'],
  ['methods.0.zones.1.countries.2', 'methods.0.zones.1.countries'],
  ['methods.0.zones.1.rate.steps.2.upToGrams', 'methods.0.zones.1.rate.steps.2.upToGrams'],
  ['roasting.closedDays.3', 'roasting.closedDays'],
  ['grinds.0', 'grinds'],
  ['tax.1.country', 'tax.1.country'],
])('an error about %s is shown at the field %s', (field, path) => {
  expect(formPath(field)).toBe(path)
})
