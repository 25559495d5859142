import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#client/lib/api.ts'
import { useCurrency } from '#client/lib/page-state.ts'
import { newRequestId } from '#client/lib/request-id.ts'
import { failureText, showErrors, showFieldErrors, submitOf } from '#client/ui/settings-form/form-errors.ts'
import { formWords } from '#client/ui/settings-form/texts.ts'
import { showSuccess } from '#client/ui/toasts.tsx'
import type { PriceRow } from '#contract/shop-management.ts'
import { invalidateCatalogue } from '../manage/catalogue-cache.ts'
import { readChanges, toFields } from './read-changes.ts'
import type { PriceFields } from './read-changes.ts'
import { words } from './texts.ts'

/**
 * Returns the form with the prices and stocks of these products, the function that saves what was changed in it, and why
 * saving failed.
 */
export function usePriceForm({ rows, onSaved }: { rows: PriceRow[]; onSaved: () => Promise<void> }) {
  const client = useQueryClient()
  const currency = useCurrency()
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm<PriceFields>({ defaultValues: toFields(rows) })
  const [keys] = useState(() => new Map<string, string>())

  /** Returns the key of a stock's change. It is kept until all is saved, so that a retry changes nothing twice. */
  function keyOf(id: string): string {
    const key = keys.get(id) ?? newRequestId()
    keys.set(id, key)
    return key
  }

  async function save(typed: PriceFields): Promise<void> {
    setFailure(null)
    const { changes, errors } = readChanges(rows, { typed, currency, keyOf })
    showFieldErrors(form, errors, FIELDS)
    if (errors.length > 0) return setFailure(formWords.someWrong)
    if (changes.length === 0) return
    try {
      await api('PUT /priceList', { body: { changes } })
      showSuccess(words.saved)
      await Promise.all([onSaved(), invalidateCatalogue(client)])
    } catch (error) {
      showErrors(form, error, FIELDS)
      setFailure(failureText(error))
    }
  }

  return { form, submit: submitOf(form, save, () => setFailure(formWords.someWrong)), failure }
}

/** Where an error is shown: `p1.stock` of the server's names is the field `rows.p1.amount`. */
const FIELDS = {
  within: 'changes',
  pathOf: (setting: string) => `rows.${setting.replace(/\.stock$/, '.amount')}`,
}
