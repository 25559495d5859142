import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SyntheticEvent } from 'react'
import { api, errorText, isRefusal } from '#client/lib/api.ts'
import { formWords } from '#client/ui/settings-form/texts.ts'
import { useRequestId } from '#client/ui/settings-form/use-request-id.ts'
import { showSuccess } from '#client/ui/toasts.tsx'
import type { ProductStock, StockChange } from '#contract/selling/stock.ts'
import { invalidateCatalogue } from '../manage/catalogue-cache.ts'
import { readStock } from './stock-input.ts'
import type { StockErrors, StockInput } from './stock-input.ts'
import { words } from './texts.ts'

/** Returns the function that saves the stock of a product, the error messages of the fields, and why saving failed. */
export function useSaveStock(id: string, { shown, onSaved }: { shown: ProductStock; onSaved: () => void }) {
  const client = useQueryClient()
  const [errors, setErrors] = useState<StockErrors>({})
  const { idFor, renew } = useRequestId()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: StockChange) => api('PUT /productStock/{id}', { params: { id }, body }),
    onSuccess: () => {
      showSuccess(words.saved)
      renew()
      onSaved()
    },
    // The amounts on the page are also loaded again after an error, because another admin may have changed them.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['GET /productStock/{id}'] }),
        invalidateCatalogue(client),
      ]),
  })
  function save(event: SyntheticEvent, input: StockInput) {
    event.preventDefault()
    if (isPending) return
    const read = readStock(shown, input, '')
    const isRead = 'use' in read
    setErrors(isRead ? {} : read)
    // An amount that was typed without a sign is another change once the panel shows another amount.
    if (isRead) mutate('key' in read ? { ...read, key: idFor({ ...read, shown: null }) } : read)
  }
  const isUnknown = error !== null && !isRefusal(error)
  const failure = error && (isUnknown ? formWords.perhapsSaved : words.notSaved)(errorText(error))
  return { save, renew, isBusy: isPending, errors, failure }
}
