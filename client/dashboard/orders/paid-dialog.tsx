import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import type { OrderDetails, OrderMove } from '#contract/orders/order-details.ts'
import { shopDay } from '#contract/values/dates/date-texts.ts'
import { formatPrice, toTotal } from '#contract/values/money.ts'
import { useCurrency, usePageState } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/confirm-dialog.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { Form } from '#client/ui/form.tsx'
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
  const [paid, setPaid] = useState<Paid>({ amount: total, day: today })
  const [errors, setErrors] = useState<Partial<Paid>>({})
  const close = () => dialog.current?.close()
  const shownTotal = formatPrice(total, currency)
  function submit(event: FormEvent): void {
    event.preventDefault()
    const isWhole = toTotal(paid.amount.trim(), currency) === toTotal(total, currency)
    const isPossible = shopDay(orderedAt) <= paid.day && paid.day <= today
    setErrors({
      ...(!isWhole && { amount: words.paidWrong(shownTotal) }),
      ...(!isPossible && { day: words.paidDayWrong }),
    })
    if (!isWhole || !isPossible) return
    close()
    onPaid({ ...paid, amount: paid.amount.trim() })
  }
  const question = [
    words.paidMore(number, isPickedUp),
    ...(sendsMail && email !== '' ? [words.paidMail(email)] : []),
  ].join(' ')
  return (
    <Dialog ref={dialog} title={words.paidTitle(shownTotal)} question={question} onClose={onClose}>
      <Form onSubmit={submit}>
        <div className="paid-fields">
          <TextField
            label={words.paidAmount}
            error={errors.amount}
            inputMode="decimal"
            value={paid.amount}
            onChange={({ target }) => setPaid({ ...paid, amount: target.value })}
          />
          <TextField
            label={words.paidDay}
            error={errors.day}
            type="date"
            min={shopDay(orderedAt)}
            max={today}
            value={paid.day}
            onChange={({ target }) => setPaid({ ...paid, day: target.value })}
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
