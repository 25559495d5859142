import { useId, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import type { OrderDetails } from '#contract/orders/order-details.ts'
import { trackingText } from '#contract/values/orders/carriers.ts'
import { ORDER_NOTE_LENGTH } from '#contract/values/limits.ts'
import { correctableStates } from '#contract/values/states.ts'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { TextArea } from '#client/ui/fields.tsx'
import { Form } from '#client/ui/form.tsx'
import { promiseText } from '#client/ui/receipt/promise-text.ts'
import { Moment } from '../marks/marks.tsx'
import { CorrectAddress } from './correct-address.tsx'
import { words } from './texts.ts'
import { TrackingForm } from './tracking.tsx'
import { useOrderCall } from './use-order-call.ts'

/** A box with a heading on the page of one order. */
export function OrderPanel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="panel order-panel" aria-labelledby={id}>
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
    </section>
  )
}

/**
 * How, where and when an order is delivered, as the customer was promised, with the customer's note and the tracking
 * link. Shows nothing for an order without a checkout that is over.
 */
export function OrderDelivery({ order }: { order: OrderDetails }) {
  const { checkout, trackingUrl, state } = order
  const canCorrect = correctableStates.includes(state)
  if (!checkout && trackingUrl === undefined && state !== 'sent' && !canCorrect) return null
  return (
    <OrderPanel title={words.delivery}>
      {checkout && <Agreed checkout={checkout} />}
      {trackingUrl !== undefined && (
        <p>
          <a href={trackingUrl} className="link" rel="noreferrer">
            {words.follow}
          </a>{' '}
          <span className="small">{trackingText(order)}</span>
        </p>
      )}
      {canCorrect && <CorrectAddress order={order} />}
      {state === 'sent' && <TrackingForm key={trackingUrl} order={order} />}
    </OrderPanel>
  )
}

type Checkout = NonNullable<OrderDetails['checkout']>

function Agreed({ checkout: { method, address, addressLines, note, promise } }: { checkout: Checkout }) {
  return (
    <>
      <p className="font-medium">{method.name}</p>
      {promise && <p>{promiseText({ kind: method.kind, promise })}</p>}
      {address && (
        <address className="whitespace-pre-line not-italic">
          {[...addressLines, address.phone].filter(Boolean).join('\n')}
        </address>
      )}
      {note !== '' && (
        <blockquote className="order-note">
          <p className="small">{words.customerNote}</p>
          <p>{note}</p>
        </blockquote>
      )}
    </>
  )
}

/** The internal notes about an order, and a form for a new one. */
export function OrderNotes({ order: { _id: id, notes } }: { order: OrderDetails }) {
  const [body, setBody] = useState('')
  const [error, setError] = useState<string>()
  const { mutate, isPending } = useOrderCall({
    send: (text: string) => api('POST /order/{id}/notes', { params: { id }, body: { body: text } }),
    done: () => words.noteAdded,
    onDone: () => setBody(''),
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    const text = body.trim()
    setError(text === '' ? words.noteNeeded : undefined)
    if (text !== '' && !isPending) mutate(text)
  }
  return (
    <OrderPanel title={words.notes}>
      <ul className="order-log">
        {notes.map((note) => (
          <li key={note._id}>
            <p className="whitespace-pre-wrap">{note.body}</p>
            <p className="small">
              {note.who}, <Moment at={note.at} />
            </p>
          </li>
        ))}
      </ul>
      <Form onSubmit={submit}>
        <TextArea
          label={words.note}
          hint={words.notesHint}
          error={error}
          rows={3}
          maxLength={ORDER_NOTE_LENGTH}
          value={body}
          onChange={({ target }) => setBody(target.value)}
        />
        <Button type="submit" tone="quiet" busy={isPending} busyText={words.moving}>
          {words.addNote}
        </Button>
      </Form>
    </OrderPanel>
  )
}
