import { useRef } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/confirm-dialog.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { SendingForm, useSendingForm } from '#client/ui/form.tsx'
import { REASON_LENGTH } from '#contract/values/orders/subscriptions.ts'
import type { ActionDialogProps } from './use-subscriptions.ts'
import { words } from './texts.ts'

/** A dialog in which the customer ends a subscription, and may say why. */
export function CancelDialog({ change, onClose }: ActionDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  const form = useSendingForm<{ reason: string }>(async ({ reason }) => {
    await change({ state: 'ended', reason }, () => words.ended)
    close()
  })
  return (
    <Dialog ref={dialog} title={words.cancelTitle} question={<p>{words.cancelMore}</p>} onClose={onClose}>
      <SendingForm form={form} button={words.confirmCancel} busyText={words.cancelling} wide>
        <TextField
          label={words.reason}
          maxLength={REASON_LENGTH}
          autoComplete="off"
          {...form.field('reason')}
        />
      </SendingForm>
      <Button tone="quiet" wide onClick={close}>
        {words.goOn}
      </Button>
    </Dialog>
  )
}
