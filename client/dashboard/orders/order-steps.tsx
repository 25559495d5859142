import { useId, useState } from 'react'
import type { Dispute, OrderDetails, OrderMove, PackedOrder } from '#contract/orders/order-details.ts'
import { dayText } from '#contract/values/dates/date-texts.ts'
import { HANDED_OVER } from '#contract/values/orders/counter.ts'
import { isMoving, orderStateNames, orderStates, stepsFrom } from '#contract/values/states.ts'
import type { OrderState } from '#contract/values/states.ts'
import { formatPrice } from '#contract/values/money.ts'
import { api } from '#client/lib/api.ts'
import { useCurrency, usePageState } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { ChangeButton, useChange } from '../changes/change-button.tsx'
import { Moment } from '../marks/marks.tsx'
import { PaidDialog } from './paid-dialog.tsx'
import { words } from './texts.ts'
import { TrackingFields, useTracking } from './tracking.tsx'

/** What the admin must know before the next step: that the customer has cancelled or withdrawn, disputes and warnings of fraud. */
export function OrderAlerts({ order }: { order: OrderDetails | PackedOrder }) {
  const { withdrawnAt, disputes } = order
  return (
    <>
      {'total' in order && order.isCancelledByCustomer && <p className="mb-6">{words.cancelledByCustomer}</p>}
      {withdrawnAt !== undefined && (
        <p className="order-alert">
          {words.withdrawn} <Moment at={withdrawnAt} />
        </p>
      )}
      {disputes.map((dispute) =>
        'amount' in dispute ? (
          <DisputeAlert key={dispute.kind + dispute.at} dispute={dispute} />
        ) : (
          dispute.status !== 'won' && (
            <p key={dispute.kind + dispute.at} className="order-alert">
              {words.heldBack}
            </p>
          )
        ),
      )}
    </>
  )
}

function DisputeAlert({ dispute }: { dispute: Dispute }) {
  const { kind, status, amount, reason, dueAt } = dispute
  const currency = useCurrency()
  if (kind === 'warning' && status !== 'open') return null
  const said = kind === 'warning' ? words.fraudWarning : words.disputes[status]
  return (
    <p className={status === 'won' ? 'mb-6' : 'order-alert'}>
      {said(formatPrice(amount, currency), reason)} {dueAt !== undefined && words.disputeDue(dayText(dueAt))}
    </p>
  )
}

/** The button that mails the customer of a pickup that it is ready, although it is not paid. */
export function ReadyNotice({ order: { _id: id, number, canTellReady } }: { order: PackedOrder }) {
  if (!canTellReady) return null
  return (
    <div className="order-steps">
      <p>{words.payAtPickup}</p>
      <div className="cluster">
        <ChangeButton
          tone="primary"
          of="orders"
          send={() => api('PUT /order/{id}/notice', { params: { id } })}
          done={words.toldReady(number)}
        >
          {words.tellReady}
        </ChangeButton>
      </div>
    </div>
  )
}

/** A change of an order's state, with what was entered about the parcel or about the money that has arrived. */
type Step = Omit<OrderMove, 'from'>

/**
 * The buttons that change the state of an order. Going forwards, going back and cancelling have different colours. A
 * packed order that can be sent also has fields for the tracking number.
 */
export function OrderSteps({ order }: { order: OrderDetails | PackedOrder }) {
  const { _id: id, state, number } = order
  const steps = stepsOf(order)
  const { sendsMail, currency } = usePageState().settings
  const tracking = useTracking(order)
  const [asked, setAsked] = useState<OrderState | null>(null)
  const { mutate, isPending, variables } = useChange({
    of: 'orders',
    send: (step: Step) => api('PUT /order/{id}/state', { params: { id }, body: { from: state, ...step } }),
    done: (_, { to }) =>
      state === 'waiting' && to === 'paid' ? words.isPaid(number) : words.moved(number, orderStateNames[to]),
  })
  const heading = useId()
  const question = asked && questionOf(order, { to: asked, sendsMail, currency })
  if (steps.length === 0) return null
  function move(to: OrderState): void {
    if (isPaying(state, to) || questionOf(order, { to, sendsMail, currency })) return setAsked(to)
    if (to !== 'sent' || tracking.entered.code.trim() === '') return mutate({ to })
    const entered = tracking.read()
    if (entered) mutate({ to, tracking: entered })
  }
  return (
    <section className="order-steps" aria-labelledby={heading}>
      <h2 id={heading} className="sr-only">
        {words.steps}
      </h2>
      {steps.includes('sent') && state === 'packed' && <TrackingFields tracking={tracking} />}
      <div className="cluster">
        {steps.map((to) => (
          <Button
            key={to}
            tone={toneOf(order, to)}
            busy={isPending && variables.to === to}
            blocked={isPending && variables.to !== to}
            busyText={words.moving}
            // A second click would move the order two steps, and could send a mail.
            noDoubleClick
            onClick={() => move(to)}
          >
            {textOf(order, to)}
          </Button>
        ))}
      </div>
      {asked && 'total' in order && isPaying(state, asked) && (
        <PaidDialog
          order={order}
          isPickedUp={asked === 'delivered'}
          onPaid={(paid) => mutate({ to: asked, paid })}
          onClose={() => setAsked(null)}
        />
      )}
      {question && asked && (
        <ConfirmDialog {...question} onConfirm={() => mutate({ to: asked })} onClose={() => setAsked(null)} />
      )}
    </section>
  )
}

/** Returns the states to which the user can move an order. Packers leave alone whether it is paid. */
export function stepsOf(order: OrderDetails | PackedOrder): OrderState[] {
  const { state, gift, checkout, withdrawnAt } = order
  const steps = stepsFrom(state, gift ? 'gift' : (checkout?.method.kind ?? 'parcel'))
  if (!('total' in order)) return isMoving(state) ? steps.filter(isMoving) : []
  const isCustomers = withdrawnAt !== undefined || order.isCancelledByCustomer
  const canWait = state === 'cancelled' ? !isCustomers : order.canTakeBackPayment
  return steps.filter((to) => to !== 'waiting' || canWait)
}

function isPaying(from: OrderState, to: OrderState): boolean {
  return from === 'waiting' && (to === 'paid' || to === 'delivered')
}

/** Returns what the admin is asked before a step that concerns the payment, or null for the other steps. */
function questionOf(
  order: OrderDetails | PackedOrder,
  { to, sendsMail, currency }: { to: OrderState; sendsMail: boolean; currency: string },
) {
  if (!('total' in order)) return null
  const { state, number, total, email } = order
  const withMail = (more: string, mail: string) => (sendsMail && email !== '' ? `${more} ${mail}` : more)
  const amount = formatPrice(total, currency)
  switch (to) {
    case 'cancelled':
      return {
        title: words.cancelTitle(number),
        more: words.cancelMore,
        confirm: words.forward.cancelled,
        cancel: words.cancelKeep,
      }
    case 'waiting':
      if (state === 'cancelled')
        return {
          title: words.reopenTitle(number),
          more: withMail(words.reopenMore(amount), words.reopenMail(email)),
          confirm: words.reopen,
          cancel: words.reopenKeep,
          tone: 'primary' as const,
        }
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

function isBack(from: OrderState, to: OrderState): boolean {
  return orderStates.indexOf(to) < orderStates.indexOf(from)
}

/** Returns the text of the button for a step. A sale at the counter was never ready for pickup. */
export function textOf({ state: from, checkout }: OrderDetails | PackedOrder, to: OrderState): string {
  if (from === 'cancelled') return words.reopen
  if (from === 'waiting' && to === 'delivered') return words.paidAtCounter
  if (!isBack(from, to)) return words.forward[to]
  if (to === 'ready' && checkout?.method.id === HANDED_OVER) return words.notHandedOver
  return to === 'waiting' ? words.takeBack : words.back(orderStateNames[to])
}

/**
 * Returns the colours of the button for a step. No step of an order with an open dispute or warning stands out, because
 * nothing of it should be sent.
 */
export function toneOf({ state, disputes }: Pick<PackedOrder, 'state' | 'disputes'>, to: OrderState) {
  if (to === 'cancelled') return 'danger'
  const isDisputed = disputes.some(({ status }) => status === 'open')
  return isDisputed || isBack(state, to) ? 'quiet' : 'primary'
}
