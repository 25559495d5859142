import type { OrderDetails, PackedOrder } from '#contract/orders/order-details.ts'
import { ORDER_NOTE_LENGTH } from '#contract/values/limits.ts'
import { api } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { CheckField, TextArea } from '#client/ui/fields.tsx'
import { SendingForm, useSendingForm } from '#client/ui/form.tsx'
import { useChange } from '../changes/change-button.tsx'
import { Mark, Moment } from '../marks/marks.tsx'
import { OrderPanel } from './order-panels.tsx'
import { words } from './texts.ts'

type NewNote = { body: string; isForCustomer: boolean }

/** The notes about an order, and a form for a new one: an internal one or, if an admin writes it, one for the customer. */
export function OrderNotes({ order }: { order: OrderDetails | PackedOrder }) {
  const { _id: id, notes } = order
  const { sendsMail } = usePageState().settings
  const { mutateAsync } = useChange({
    of: 'orders',
    send: ({ body, isForCustomer }: NewNote) =>
      api('POST /order/{id}/notes', {
        params: { id },
        body: { body: body.trim(), ...(isForCustomer && { isForCustomer }) },
      }),
    done: words.noteAdded,
    onDone: () => form.reset(),
  })
  const form = useSendingForm<NewNote>(
    // A toast says why it failed.
    (note) => mutateAsync(note).catch(() => undefined),
    { defaultValues: { body: '', isForCustomer: false } },
  )
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
      <SendingForm form={form} button={words.addNote} busyText={words.moving} tone="quiet">
        <TextArea
          label={words.note}
          hint={form.watch('isForCustomer') ? words.customerNoteHint(sendsMail) : words.notesHint}
          rows={3}
          maxLength={ORDER_NOTE_LENGTH}
          {...form.field('body', { validate: (text) => String(text).trim() !== '' || words.noteNeeded })}
        />
        {'total' in order && <CheckField label={words.forCustomer} {...form.field('isForCustomer')} />}
      </SendingForm>
    </OrderPanel>
  )
}
