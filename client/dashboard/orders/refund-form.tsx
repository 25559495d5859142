import { useState } from 'react'
import type { FormEvent } from 'react'
import { api } from '#client/lib/api.ts'
import { useCurrency } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { Form } from '#client/ui/form.tsx'
import type { OrderDetails } from '#contract/orders/order-details.ts'
import { isByHand } from '#contract/selling/gateways.ts'
import { formatPrice, toTotal } from '#contract/values/money.ts'
import { ChangeButton, useChange } from '../changes/change-button.tsx'
import { words } from './texts.ts'

/** The button that ends an order for which nothing was paid. The server calls this a refund of 0. */
export function EndFreeOrder({ order }: { order: OrderDetails }) {
  return (
    <ChangeButton
      of="orders"
      send={() => api('POST /order/{id}/refunds', { params: { id: order._id }, body: { amount: '0' } })}
      done={words.freeEnded}
      busyText={words.endingFree}
      question={{ title: words.endFreeTitle, more: words.endFreeMore(order.email), cancel: words.keepFree }}
    >
      {words.endFree}
    </ChangeButton>
  )
}

/**
 * The form that refunds an order. `left` is what can still be refunded, as text. The field contains this amount at
 * first, and again when it changes. The admin confirms every refund. An order that was paid later is refunded by hand:
 * the shop moves no money.
 */
export function RefundForm({ order, left }: { order: OrderDetails; left: string }) {
  const [typed, setTyped] = useState({ amount: left, left })
  const [error, setError] = useState<string>()
  /** What the open question is about. It stays the same if another amount is left by the time of the answer. */
  const [asked, setAsked] = useState<typeof typed | null>(null)
  const currency = useCurrency()
  const money = (price: string) => formatPrice(price, currency)
  const isMovedByHand = isByHand(order.gateway)
  const { mutate, isPending } = useChange({
    of: 'orders',
    send: (body: typeof typed) => api('POST /order/{id}/refunds', { params: { id: order._id }, body }),
    done: ({ status }, { amount: sent }) => {
      if (isMovedByHand) return words.byHandDone(money(sent))
      return (status === 'succeeded' ? words.refunded : words.refundPending)(money(sent))
    },
  })
  const shown = typed.left === left ? typed.amount : left
  function submit(event: FormEvent): void {
    event.preventDefault()
    const cents = toTotal(shown, currency)
    const isGood = cents !== null && cents > 0 && cents <= (toTotal(left, currency) ?? 0)
    setError(isGood ? undefined : words.refundWrong(money(left)))
    if (isGood) setAsked({ amount: shown.trim(), left })
  }
  return (
    <Form onSubmit={submit}>
      <TextField
        label={words.refundAmount}
        hint={`${words.refundHint(money(left))}${isMovedByHand ? ` ${words.byHandHint}` : ''}`}
        error={error}
        inputMode="decimal"
        value={shown}
        onChange={({ target }) => setTyped({ amount: target.value, left })}
      />
      <Button type="submit" tone="quiet" busy={isPending} busyText={words.refunding}>
        {words.refund}
      </Button>
      {asked && (
        <ConfirmDialog
          title={words.refundTitle(money(asked.amount))}
          more={(isMovedByHand ? words.byHandMore : words.refundMore)(order.email || order.customer)}
          confirm={words.refund}
          cancel={words.refundKeep}
          onConfirm={() => mutate(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </Form>
  )
}
