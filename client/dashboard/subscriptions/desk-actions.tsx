import { useRef, useState } from 'react'
import { api, errorText } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { PauseDialog } from '#client/subscriptions/pause-dialog.tsx'
import { SwapDialog } from '#client/subscriptions/swap-dialog.tsx'
import { Button } from '#client/ui/button.tsx'
import type { Tone } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/confirm-dialog.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { SendingForm, useSendingForm } from '#client/ui/form.tsx'
import { showError } from '#client/ui/toasts.tsx'
import type { OwnSubscription, SubscriptionChange } from '#contract/orders/subscriptions.ts'
import type { DeskSubscription } from '#contract/orders/subscriptions-desk.ts'
import { REASON_LENGTH } from '#contract/values/orders/subscriptions.ts'
import { useChange } from '../changes/change-button.tsx'
import { words } from './texts.ts'

type Change = (change: SubscriptionChange) => Promise<void>

type DeskActionsProps = { subscription: OwnSubscription; data: DeskSubscription }

const DIALOGS = { swap: SwapDialog, move: PauseDialog, end: EndDialog } as const

export function DeskActions({ subscription, data }: DeskActionsProps) {
  const { _id: id, state, next } = subscription
  const { sendsMail } = usePageState().settings
  const { mutateAsync, isPending: busy } = useChange({
    of: 'orders',
    send: (wanted: SubscriptionChange) => api('PUT /subscription/{id}', { params: { id }, body: wanted }),
    done: words.changed(sendsMail),
    // A dialog shows why it was refused.
    onFailed: () => undefined,
  })
  const change: Change = async (wanted) => void (await mutateAsync(wanted))
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null)
  if (state === 'ended') return <p>{words.onlyCustomer}</p>
  const second = next[1]
  const Open = open && DIALOGS[open]
  const button = (text: string, onClick: () => void, tone: Tone = 'quiet') => (
    <Button tone={tone} busy={busy} busyText={words.working} onClick={onClick}>
      {text}
    </Button>
  )
  const changeNow = (wanted: SubscriptionChange) =>
    void change(wanted).catch((error: unknown) => showError(errorText(error)))
  return (
    <>
      <p className="small">{words.changeMore}</p>
      <div className="subscription-actions">
        {state === 'paused' && button(words.resume, () => changeNow({ state: 'active' }))}
        {second && button(words.skip, () => changeNow({ nextOn: second.day }))}
        {state === 'active' && button(words.swap, () => setOpen('swap'))}
        {state === 'active' && button(words.move, () => setOpen('move'))}
        {button(words.end, () => setOpen('end'), 'link')}
      </div>
      {Open && <Open {...{ subscription, data, change }} token="" onClose={() => setOpen(null)} />}
    </>
  )
}

function EndDialog({ change, onClose }: { change: Change; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  const form = useSendingForm<{ reason: string }>(async ({ reason }) => {
    await change({ state: 'ended', reason })
    close()
  })
  return (
    <Dialog ref={dialog} title={words.endTitle} question={<p>{words.endMore}</p>} onClose={onClose}>
      <SendingForm form={form} button={words.end} busyText={words.working} wide>
        <TextField
          label={words.endReason}
          maxLength={REASON_LENGTH}
          autoComplete="off"
          {...form.field('reason', { required: words.endReasonMissing })}
        />
      </SendingForm>
      <Button tone="quiet" wide onClick={close}>
        {words.keep}
      </Button>
    </Dialog>
  )
}
