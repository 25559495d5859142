import { useState } from 'react'
import type { FormEvent } from 'react'
import type { OrderDetails } from '#contract/orders/order-details.ts'
import { formatPrice, toTotal } from '#contract/values/money.ts'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { Form } from '#client/ui/form.tsx'
import { words } from './texts.ts'
import { useOrderCall } from './use-order-call.ts'

/**
 * The form that refunds an order. `left` is what can still be refunded, as text. The field contains this amount at
 * first, and the admin confirms every refund. An order that was paid later is refunded by hand: the shop moves no
 * money.
 */
export function RefundForm({ order, left }: { order: OrderDetails; left: string }) {
  const [amount, setAmount] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const [asking, setAsking] = useState(false)
  const isByHand = order.gateway === 'later'
  const { mutate, isPending } = useRefund(order._id, isByHand, () => setAmount(null))
  const shown = amount ?? left
  function submit(event: FormEvent): void {
    event.preventDefault()
    const cents = toTotal(shown)
    const isGood = cents !== null && cents > 0 && cents <= (toTotal(left) ?? 0)
    setError(isGood ? undefined : words.refundWrong(formatPrice(left)))
    if (isGood) setAsking(true)
  }
  return (
    <Form onSubmit={submit}>
      <TextField
        label={words.refundAmount}
        hint={
          isByHand
            ? `${words.refundHint(formatPrice(left))} ${words.byHandHint}`
            : words.refundHint(formatPrice(left))
        }
        error={error}
        inputMode="decimal"
        value={shown}
        onChange={({ target }) => setAmount(target.value)}
      />
      <Button type="submit" tone="quiet" busy={isPending} busyText={words.refunding}>
        {words.refund}
      </Button>
      {asking && (
        <ConfirmDialog
          title={words.refundTitle(formatPrice(shown))}
          more={isByHand ? words.byHandMore(order.email) : words.refundMore(order.email)}
          confirm={words.refund}
          cancel={words.refundKeep}
          onConfirm={() => mutate(shown.trim())}
          onClose={() => setAsking(false)}
        />
      )}
    </Form>
  )
}

function useRefund(id: string, isByHand: boolean, onDone: () => void) {
  return useOrderCall({
    send: (amount: string) => api('POST /order/{id}/refunds', { params: { id }, body: { amount } }),
    done: ({ status }, amount) => {
      const text = formatPrice(amount)
      if (isByHand) return words.byHandDone(text)
      return status === 'succeeded' ? words.refunded(text) : words.refundPending(text)
    },
    onDone,
  })
}
