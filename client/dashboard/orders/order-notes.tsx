import { useState } from 'react'
import type { FormEvent } from 'react'
import type { OrderDetails, PackedOrder } from '#contract/orders/order-details.ts'
import { ORDER_NOTE_LENGTH } from '#contract/values/limits.ts'
import { api } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { CheckField, TextArea } from '#client/ui/fields.tsx'
import { Form } from '#client/ui/form.tsx'
import { useChange } from '../changes/change-button.tsx'
import { Mark, Moment } from '../marks/marks.tsx'
import { OrderPanel } from './order-panels.tsx'
import { words } from './texts.ts'

type NewNote = { body: string; isForCustomer?: boolean }

/** The notes about an order, and a form for a new one: an internal one or, if an admin writes it, one for the customer. */
export function OrderNotes({ order }: { order: OrderDetails | PackedOrder }) {
  const { _id: id, notes } = order
  const { sendsMail } = usePageState().settings
  const [body, setBody] = useState('')
  const [isForCustomer, setIsForCustomer] = useState(false)
  const [error, setError] = useState<string>()
  const { mutate, isPending } = useChange({
    of: 'orders',
    send: (note: NewNote) => api('POST /order/{id}/notes', { params: { id }, body: note }),
    done: () => words.noteAdded,
    onDone: () => {
      setBody('')
      setIsForCustomer(false)
    },
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    const text = body.trim()
    setError(text === '' ? words.noteNeeded : undefined)
    if (text !== '' && !isPending) mutate({ body: text, ...(isForCustomer && { isForCustomer }) })
  }
  return (
    <OrderPanel title={words.notes}>
      <ul className="order-log">
        {notes.map((note) => (
          <li key={note._id}>
            <p className="whitespace-pre-wrap">{note.body}</p>
            <p className="small">
              {note.who}, <Moment at={note.at} />{' '}
              {note.isForCustomer && <Mark good>{words.forCustomer}</Mark>}
            </p>
          </li>
        ))}
      </ul>
      <Form onSubmit={submit}>
        <TextArea
          label={words.note}
          hint={isForCustomer ? words.customerNoteHint(sendsMail) : words.notesHint}
          error={error}
          rows={3}
          maxLength={ORDER_NOTE_LENGTH}
          value={body}
          onChange={({ target }) => setBody(target.value)}
        />
        {'total' in order && (
          <CheckField
            label={words.forCustomer}
            checked={isForCustomer}
            onChange={({ target }) => setIsForCustomer(target.checked)}
          />
        )}
        <Button type="submit" tone="quiet" busy={isPending} busyText={words.moving}>
          {words.addNote}
        </Button>
      </Form>
    </OrderPanel>
  )
}
