import { createFormControl } from 'react-hook-form'
import { expect, test } from 'vitest'
import { markSaved } from './mark-saved.ts'

function openForm() {
  const form = createFormControl({ defaultValues: { name: 'Old', hours: [{ text: 'Mon' }] } })
  let isDirty = false
  form.subscribe({
    formState: { isDirty: true },
    callback: (state) => {
      isDirty = state.isDirty ?? isDirty
    },
  })
  return { form, isUnsaved: () => isDirty }
}

test('a form shows what was saved, and has no unsaved changes', () => {
  const { form, isUnsaved } = openForm()
  form.setValue('name', ' New ', { shouldDirty: true })
  expect(isUnsaved()).toBe(true)
  const sent = structuredClone(form.getValues())
  markSaved(form, { sent, saved: { ...sent, name: 'New' } })
  expect(form.getValues('name')).toBe('New')
  expect(isUnsaved()).toBe(false)
})

test('what is typed while the form is being saved stays in the form, as an unsaved change', () => {
  const { form, isUnsaved } = openForm()
  form.setValue('name', 'New', { shouldDirty: true })
  const sent = structuredClone(form.getValues())
  form.setValue('hours.0.text', 'Tue', { shouldDirty: true })
  markSaved(form, { sent, saved: sent })
  expect(form.getValues()).toEqual({ name: 'New', hours: [{ text: 'Tue' }] })
  expect(isUnsaved()).toBe(true)
  markSaved(form, { sent: structuredClone(form.getValues()), saved: form.getValues() })
  expect(isUnsaved()).toBe(false)
})
