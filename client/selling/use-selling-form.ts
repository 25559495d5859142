import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { api } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { useLeaveGuard } from '#client/lib/use-leave-guard.ts'
import { showSuccess } from '#client/ui/toasts.tsx'
import type { ShownSelling } from '#contract/selling/settings.ts'
import { failureText, showErrors, submitOf } from '#client/ui/settings-form/form-errors.ts'
import { toFields, toSettings } from './selling-fields.ts'
import type { SellingFields } from './selling-fields.ts'
import { markSaved } from '#client/ui/settings-form/mark-saved.ts'
import { formWords } from '#client/ui/settings-form/texts.ts'
import { words } from './texts.ts'

type SellingFormOptions = {
  loaded: ShownSelling
  /** Returns the values with which the form begins, if they are not the saved ones. */
  begin?: (loaded: ShownSelling) => SellingFields
  onSaved?: () => Promise<void>
}

/**
 * Returns the form for the settings, and the function that saves them. It sends the version that was loaded, and the
 * server refuses it if another admin has saved other settings since.
 */
export function useSellingForm({ loaded, begin, onSaved }: SellingFormOptions) {
  const client = useQueryClient()
  const page = usePageState().settings
  const [known, setKnown] = useState({ version: loaded.version, currency: loaded.settings.currency })
  const [failure, setFailure] = useState<string | null>(null)
  const [defaultValues] = useState(() => begin?.(loaded) ?? toFields(loaded.settings))
  const form = useForm<SellingFields>({ defaultValues })
  const { isDirty } = form.formState
  const guard = useLeaveGuard(() => isDirty)

  /** Changes the currency, which has a call of its own. Returns the version of the settings then. */
  async function saveCurrency({ currency }: SellingFields): Promise<number> {
    if (currency === known.currency) return known.version
    await api('PUT /selling/currency', { body: { currency } })
    const { version } = await api('GET /selling')
    setKnown({ version, currency })
    return version
  }

  async function save(fields: SellingFields) {
    setFailure(null)
    try {
      const settings = toSettings(fields)
      const body = { settings, version: await saveCurrency(fields) }
      const { version } = await api('PUT /selling', { body })
      setKnown({ version, currency: fields.currency })
      // `flushSync` makes the form unchanged at once, so that the browser does not ask before the page is loaded again.
      flushSync(() => markSaved(form, { sent: fields, saved: fields }))
      // This tab writes every amount in the old currency, and every date in the old time zone.
      if (fields.currency !== page.currency || fields.timeZone !== page.timeZone) return location.reload()
      client.setQueryData(callQuery('GET /selling').queryKey, { ...loaded, settings, version })
      void client.invalidateQueries({ queryKey: callQuery('GET /selling/promises').queryKey })
      showSuccess(words.saved)
      await onSaved?.()
    } catch (error) {
      showErrors(form, error, { within: 'settings', pathOf: formPath })
      setFailure(failureText(error))
    }
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
      /^(roasting\.closedDays|roasting\.weekdays|grinds|synonyms|methods\.\d+\.zones\.\d+\.countries)\.\d+$/,
      '$1',
    )
    .replace(/^(methods\.\d+\.zones|roasting\.closedDays)$/, '$1.root')
}
