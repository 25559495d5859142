import { createFormControl } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import { submitOf } from '#client/ui/settings-form/form-errors.ts'
import { toFields } from './selling-fields.ts'
import type { SellingFields } from './selling-fields.ts'
import { formPath } from './use-selling-form.ts'

test.each([
  ['country', 'country'],
  ['methods.0.name', 'methods.0.name'],
  ['methods.0.zones', 'methods.0.zones.root'],
  ['methods.0.zones.1.countries', 'methods.0.zones.1.countries'],
  ['methods.0.zones.1.countries.2', 'methods.0.zones.1.countries'],
  ['methods.0.zones.1.rate.steps.2.upToGrams', 'methods.0.zones.1.rate.steps.2.upToGrams'],
  ['roasting.closedDays.3', 'roasting.closedDays.root'],
  ['roasting.closedDays', 'roasting.closedDays.root'],
  ['grinds.0', 'grinds'],
  ['tax.1.country', 'tax.1.country'],
])('an error about %s is shown at the field %s', (field, path) => {
  expect(formPath(field)).toBe(path)
})

test('the form can be saved again after an error at a path without a field', async () => {
  const form = createFormControl<SellingFields>({ defaultValues: toFields(DEFAULT_SELLING) })
  const save = vi.fn(async () => form.setError('methods.0.zones.0.rate', { message: 'Is not right' }))
  const onInvalid = vi.fn()
  const submit = submitOf(form, save, onInvalid)
  await submit()
  await submit()
  expect([save.mock.calls.length, onInvalid.mock.calls.length]).toEqual([2, 0])
})
