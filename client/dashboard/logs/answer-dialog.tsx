import { useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Message } from '#contract/messages.ts'
import { MESSAGE_LENGTH } from '#contract/values/limits.ts'
import { api } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/confirm-dialog.tsx'
import { TextArea } from '#client/ui/fields.tsx'
import { SendingForm, useSendingForm } from '#client/ui/form.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { ChangeButton } from '../changes/change-button.tsx'
import { refreshTopic } from '../events/admin-events.ts'
import { OrdersOf } from './orders-of.tsx'
import { words } from './texts.ts'

/** What was typed and not sent, by the id of the message. It is kept until the page is loaded anew. */
const drafts = new Map<string, string>()

/** A dialog in which an admin reads a message, sees the orders of its sender, and answers it by mail. */
export function AnswerDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { sendsMail } = usePageState().settings
  const { _id: id, answeredAt } = message
  const isAnswered = answeredAt !== undefined
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  return (
    <Dialog ref={dialog} title={words.answerTitle(message.name)} onClose={onClose}>
      <p className="whitespace-pre-wrap wrap-anywhere">{message.message}</p>
      <OrdersOf email={message.email} />
      {sendsMail ? (
        <AnswerForm message={message} onSent={close} />
      ) : (
        <p className="small wrap-anywhere">{words.answerByHand(message.email)}</p>
      )}
      <div className="cluster justify-end">
        <ChangeButton
          of="messages"
          send={() => api('PUT /messages/{id}', { params: { id }, body: { isAnswered: !isAnswered } })}
          done={words.marked}
          onDone={close}
        >
          {isAnswered ? words.markOpen : words.markAnswered}
        </ChangeButton>
        <Button tone="quiet" onClick={close}>
          {words.close}
        </Button>
      </div>
    </Dialog>
  )
}

function AnswerForm({ message: { _id: id, email }, onSent }: { message: Message; onSent: () => void }) {
  const client = useQueryClient()
  const defaults = { defaultValues: { text: drafts.get(id) ?? '' } }
  const form = useSendingForm<{ text: string }>(async ({ text }) => {
    await api('POST /messages/{id}/replies', { params: { id }, body: { text: text.trim() } })
    drafts.delete(id)
    await refreshTopic(client, 'messages')
    showSuccess(words.answerQueued)
    onSent()
  }, defaults)
  return (
    <SendingForm form={form} button={words.sendAnswer} busyText={words.sending}>
      <TextArea
        label={words.answerText}
        hint={words.answerHint(email)}
        maxLength={MESSAGE_LENGTH.message}
        {...form.field('text', {
          validate: (text: string) => text.trim() !== '' || words.answerMissing,
          onChange: ({ target }) => drafts.set(id, target.value),
        })}
      />
    </SendingForm>
  )
}
