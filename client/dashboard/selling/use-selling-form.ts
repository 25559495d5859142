import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { FieldPath } from 'react-hook-form'
import { api } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { useLeaveGuard } from '#client/lib/use-leave-guard.ts'
import { showSuccess } from '#client/ui/toasts.tsx'
import type { VersionedSelling } from '#contract/selling/settings.ts'
import { errorsOf, failureText, submitOf } from '../forms/form-errors.ts'
import type { SettingError } from '../forms/form-errors.ts'
import { toFields, toSettings } from './selling-fields.ts'
import type { SellingFields } from './selling-fields.ts'
import { markSaved } from '../forms/mark-saved.ts'
import { formWords } from '../forms/texts.ts'
import { words } from './texts.ts'

/**
 * Returns the form for the settings, and the function that saves them. It sends the version that was loaded, and the
 * server refuses it if another admin has saved other settings since.
 */
export function useSellingForm(loaded: VersionedSelling) {
  const client = useQueryClient()
  const [version, setVersion] = useState(loaded.version)
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm<SellingFields>({ defaultValues: toFields(loaded.settings) })
  const { isDirty } = form.formState
  const guard = useLeaveGuard(() => isDirty)

  async function save(fields: SellingFields) {
    setFailure(null)
    const { settings, misread } = toSettings(fields)
    if (misread.length > 0) return showErrors(misread, formWords.someWrong)
    try {
      const saved = await api('PUT /selling', { body: { settings, version } })
      setVersion(saved.version)
      markSaved(form, { sent: fields, saved: fields })
      client.setQueryData(callQuery('GET /selling').queryKey, { settings, version: saved.version })
      void client.invalidateQueries({ queryKey: callQuery('GET /selling/promises').queryKey })
      showSuccess(words.saved)
    } catch (error) {
      showErrors(errorsOf(error, 'settings'), failureText(error))
    }
  }

  function showErrors(errors: SettingError[], text: string) {
    for (const [at, { field, message }] of errors.entries()) {
      // cast: the server names fields by the same paths as the form.
      form.setError(formPath(field) as FieldPath<SellingFields>, { message }, { shouldFocus: at === 0 })
    }
    setFailure(text)
  }

  return { form, submit: submitOf(form, save, () => setFailure(formWords.someWrong)), failure, guard }
}

/**
 * Returns the path of the form's field that shows an error of the setting `field`. Some lists have one field for all
 * items. React Hook Form stores the error of a list of zones or of closed days under `root`.
 */
export function formPath(field: string): string {
  return field
    .replace(
      /^(roasting\.closedDays|roasting\.weekdays|grinds|methods\.\d+\.zones\.\d+\.countries)\.\d+$/,
      '$1',
    )
    .replace(/^(methods\.\d+\.zones|roasting\.closedDays)$/, '$1.root')
}
