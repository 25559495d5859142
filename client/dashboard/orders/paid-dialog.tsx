import { useRef, useState } from 'react'
import type { OrderDetails, OrderMove } from '#contract/orders/order-details.ts'
import { shopDay } from '#contract/values/dates/date-texts.ts'
import { formatPrice, toTotal } from '#contract/values/money.ts'
import { useCurrency, usePageState } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/confirm-dialog.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { Form, useSendingForm } from '#client/ui/form.tsx'
import { words } from './texts.ts'

type Paid = NonNullable<OrderMove['paid']>

type PaidDialogProps = {
  order: Pick<OrderDetails, 'number' | 'total' | 'email' | 'orderedAt'>
  /** Whether the customer has paid and picked up the order at the counter. */
  isPickedUp: boolean
  onPaid: (paid: Paid) => void
  onClose: () => void
}

/** Asks how much has arrived for an order, and on which day: at first the total, today. */
export function PaidDialog({ order, isPickedUp, onPaid, onClose }: PaidDialogProps) {
  const { number, total, email, orderedAt } = order
  const dialog = useRef<HTMLDialogElement>(null)
  const currency = useCurrency()
  const { sendsMail } = usePageState().settings
  const [today] = useState(() => shopDay(Date.now()))
  const close = () => dialog.current?.close()
  const shownTotal = formatPrice(total, currency)
  const form = useSendingForm<Paid>(
    async (paid) => {
      close()
      onPaid({ ...paid, amount: paid.amount.trim() })
    },
    { defaultValues: { amount: total, day: today } },
  )
  const isWhole = (amount: string) => toTotal(amount.trim(), currency) === toTotal(total, currency)
  const isPossible = (day: string) => shopDay(orderedAt) <= day && day <= today
  const question = [
    words.paidMore(number, isPickedUp),
    ...(sendsMail && email !== '' ? [words.paidMail(email)] : []),
  ].join(' ')
  return (
    <Dialog ref={dialog} title={words.paidTitle(shownTotal)} question={question} onClose={onClose}>
      <Form onSubmit={form.submit}>
        <div className="paid-fields">
          <TextField
            label={words.paidAmount}
            inputMode="decimal"
            {...form.field('amount', { validate: (text) => isWhole(text) || words.paidWrong(shownTotal) })}
          />
          <TextField
            label={words.paidDay}
            type="date"
            min={shopDay(orderedAt)}
            max={today}
            {...form.field('day', { validate: (day) => isPossible(day) || words.paidDayWrong })}
          />
        </div>
        <div className="cluster justify-end">
          <Button tone="quiet" onClick={close}>
            {words.paidKeep}
          </Button>
          <Button type="submit" tone="primary">
            {isPickedUp ? words.paidAtCounter : words.forward.paid}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
