import { useId, useState } from 'react'
import type { MouseEvent } from 'react'
import type { OrderDetails } from '#contract/orders/order-details.ts'
import { orderStateNames, orderStates, stepsFrom } from '#contract/values/states.ts'
import type { OrderState } from '#contract/values/states.ts'
import { formatPrice } from '#contract/values/money.ts'
import { api } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { words } from './texts.ts'
import { useOrderCall } from './use-order-call.ts'

/** A change of an order's state. `trackingUrl` is empty if there is no tracking link. */
type Step = { to: OrderState; trackingUrl: string }

/**
 * The buttons that change the state of an order. Going forwards, going back and cancelling have different colours. A
 * packed order that can be sent also has a field for the tracking link.
 */
export function OrderSteps({ order }: { order: OrderDetails }) {
  const { state } = order
  const steps = stepsOf(order)
  const { sendsMail } = usePageState().settings
  const [link, setLink] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const [asked, setAsked] = useState<OrderState | null>(null)
  const { mutate, isPending, variables } = useMoveOrder(order)
  const heading = useId()
  const question = asked && questionOf(order, { to: asked, sendsMail })
  if (steps.length === 0) return null
  function move(to: OrderState): void {
    const trackingUrl = to === 'sent' ? link.trim() : ''
    const isBad = trackingUrl !== '' && !/^https:\/\/\S+$/.test(trackingUrl)
    setIsWrong(isBad)
    if (isBad) return
    if (questionOf(order, { to, sendsMail })) setAsked(to)
    else mutate({ to, trackingUrl })
  }
  return (
    <section className="order-steps" aria-labelledby={heading}>
      <h2 id={heading} className="sr-only">
        {words.steps}
      </h2>
      {steps.includes('sent') && state === 'packed' && (
        <TextField
          label={words.tracking}
          hint={words.trackingHint(sendsMail)}
          error={isWrong ? words.trackingWrong : undefined}
          type="url"
          inputMode="url"
          value={link}
          onChange={({ target }) => setLink(target.value)}
        />
      )}
      <div className="cluster">
        {steps.map((to) => (
          <StepButton
            key={to}
            from={state}
            to={to}
            busy={isPending && variables.to === to}
            blocked={isPending && variables.to !== to}
            onClick={() => move(to)}
          />
        ))}
      </div>
      {question && asked && (
        <ConfirmDialog
          {...question}
          onConfirm={() => mutate({ to: asked, trackingUrl: '' })}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  )
}

function stepsOf({ state, checkout, canTakeBackPayment }: OrderDetails): OrderState[] {
  const steps = stepsFrom(state, checkout?.method.kind ?? 'parcel')
  return steps.filter((to) => to !== 'waiting' || canTakeBackPayment)
}

type Asked = { to: OrderState; sendsMail: boolean }

/** Returns what the admin is asked before a step that concerns the payment, or null for the other steps. */
function questionOf({ state, number, total, email }: OrderDetails, { to, sendsMail }: Asked) {
  const withMail = (more: string, mail: string) => (sendsMail ? `${more} ${mail}` : more)
  const amount = formatPrice(total)
  switch (to) {
    case 'paid':
      if (state !== 'waiting') return null
      return {
        title: words.paidTitle(amount),
        more: withMail(words.paidMore(number), words.paidMail(email)),
        confirm: words.forward.paid,
        cancel: words.paidKeep,
        tone: 'primary' as const,
      }
    case 'cancelled':
      return {
        title: words.cancelTitle(number),
        more: words.cancelMore,
        confirm: words.forward.cancelled,
        cancel: words.cancelKeep,
      }
    case 'waiting':
      return {
        title: words.takeBackTitle(number),
        more: withMail(words.takeBackMore(amount), words.takeBackMail(email)),
        confirm: words.takeBackYes,
        cancel: words.takeBackKeep,
      }
    default:
      return null
  }
}

function backText(to: OrderState): string {
  return to === 'waiting' ? words.takeBack : words.back(orderStateNames[to])
}

type StepButtonProps = {
  from: OrderState
  to: OrderState
  busy: boolean
  /** True while the order is moved to another state. */
  blocked: boolean
  onClick: () => void
}

function StepButton({ from, to, busy, blocked, onClick }: StepButtonProps) {
  const isBack = orderStates.indexOf(to) < orderStates.indexOf(from)
  function click({ detail }: MouseEvent): void {
    // Ignores the second click of a double click, which would move the order two steps, and could send a mail.
    if (detail < 2) onClick()
  }
  const tone = isBack ? 'quiet' : 'primary'
  return (
    <Button
      tone={to === 'cancelled' ? 'danger' : tone}
      busy={busy}
      blocked={blocked}
      busyText={words.moving}
      onClick={click}
    >
      {isBack ? backText(to) : words.forward[to]}
    </Button>
  )
}

function useMoveOrder({ _id: id, number, state: from }: OrderDetails) {
  return useOrderCall({
    send: ({ to, trackingUrl }: Step) =>
      api('PUT /order/{id}/state', {
        params: { id },
        body: { from, to, ...(trackingUrl !== '' && { trackingUrl }) },
      }),
    done: (_, { to }) =>
      from === 'waiting' && to === 'paid' ? words.isPaid(number) : words.moved(number, orderStateNames[to]),
  })
}
