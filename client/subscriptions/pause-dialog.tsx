import { useRef } from 'react'
import { weekdayText } from '#contract/values/dates/date-texts.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/confirm-dialog.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { SendingForm, useSendingForm } from '#client/ui/form.tsx'
import { movedText } from './use-subscriptions.ts'
import type { ActionDialogProps } from './use-subscriptions.ts'
import { words } from './texts.ts'

/** A dialog in which the customer chooses the day until which nothing comes. */
export function PauseDialog({
  subscription: { firstDay },
  data: { lastDay },
  change,
  onClose,
}: ActionDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  const form = useSendingForm<{ day: string }>(async ({ day }) => {
    await change({ nextOn: day }, movedText)
    close()
  })
  const isPossible = (day: string) =>
    (day >= firstDay && day <= lastDay) || words.pauseDayWrong(weekdayText(firstDay), weekdayText(lastDay))
  return (
    <Dialog ref={dialog} title={words.pauseTitle} onClose={onClose}>
      <SendingForm form={form} button={words.pause} busyText={words.saving} wide>
        <TextField
          label={words.pauseDay}
          hint={words.pauseMore}
          type="date"
          min={firstDay}
          max={lastDay}
          {...form.field('day', { required: words.pauseDayMissing, validate: isPossible })}
        />
      </SendingForm>
      <Button tone="quiet" wide onClick={close}>
        {words.keep}
      </Button>
    </Dialog>
  )
}
