import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { UseFormSetError } from 'react-hook-form'
import { serverErrors } from '#client/checkout/address-fields.tsx'
import { api, errorText, isRefusal } from '#client/lib/api.ts'
import { newRequestId } from '#client/lib/request-id.ts'
import type { NewSale, Sale } from '#contract/orders/counter-sales.ts'
import type { Address } from '#contract/selling/settings.ts'
import { refreshTopic } from '../events/admin-events.ts'
import { words } from './texts.ts'
import { QUOTES } from './use-sale.ts'

/** What is typed about the customer. The name is also that on the parcel. */
export type CustomerFields = Address & { email: string; note: string }

/**
 * Returns the function that makes the order, and why that failed. All requests of one sale have the same id, so that a
 * request whose answer was lost can be sent again. If the sale was changed since, `isSoldBefore` is true: the order of the
 * first request exists, and `beginAnother` must be called before the changed sale can become another order.
 */
export function useSell(onSold: (sale: Sale) => void, setError: UseFormSetError<CustomerFields>) {
  const client = useQueryClient()
  const requestId = useRef('')
  const [failure, setFailure] = useState<string | null>(null)
  const [isSoldBefore, setIsSoldBefore] = useState(false)

  function explain(error: Error): void {
    if (!isRefusal(error)) return setFailure(words.unanswered(errorText(error)))
    void client.invalidateQueries({ queryKey: [QUOTES] })
    if (error.code === 'state-conflict') {
      setIsSoldBefore(true)
      return setFailure(words.soldBefore)
    }
    const wrong = error.code === 'invalid-input' ? serverErrors(error) : []
    for (const [at, { name, message }] of wrong.entries())
      setError(name, { message }, { shouldFocus: at === 0 })
    const why = error.code === 'total-changed' ? words.changed : errorText(error)
    setFailure(wrong.length > 0 ? words.fieldsWrong : why)
  }

  function beginAnother(): void {
    requestId.current = ''
    setIsSoldBefore(false)
    setFailure(null)
  }

  const { mutate, isPending } = useMutation({
    retry: false,
    mutationFn: (sale: Omit<NewSale, 'requestId'>) => {
      requestId.current ||= newRequestId()
      return api('POST /counter/sales', { body: { ...sale, requestId: requestId.current } })
    },
    onMutate: () => setFailure(null),
    onSuccess: (sale) => {
      onSold(sale)
      for (const call of ['GET /coffees', 'GET /search']) void client.invalidateQueries({ queryKey: [call] })
      void refreshTopic(client, 'orders')
    },
    onError: explain,
  })
  const sell = (sale: Omit<NewSale, 'requestId'>) => !isPending && !isSoldBefore && mutate(sale)
  const refuse = () => setFailure(words.fieldsWrong)
  return { sell, refuse, isPending, failure, isSoldBefore, beginAnother }
}
