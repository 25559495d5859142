import { useState } from 'react'
import type { FormEvent } from 'react'
import type { OrderDetails } from '#contract/orders/order-details.ts'
import { ORDER_NOTE_LENGTH } from '#contract/values/limits.ts'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { TextArea } from '#client/ui/fields.tsx'
import { Form } from '#client/ui/form.tsx'
import { Moment } from '../marks/marks.tsx'
import { OrderPanel } from './order-panel.tsx'
import { words } from './texts.ts'
import { useOrderCall } from './use-order-call.ts'

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
