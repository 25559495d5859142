import type { LeaveGuard } from '#client/lib/use-leave-guard.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { formWords } from './texts.ts'

type LeaveQuestionProps = LeaveGuard & { title?: string; more?: string; cancel?: string }

/**
 * The dialog that asks for confirmation before the admin leaves a form with unsaved changes, or discards them. `more` says
 * what becomes of them if the admin leaves, and `title` and `cancel` replace words about a form.
 */
export function LeaveQuestion(props: LeaveQuestionProps) {
  const { departure, stay, leave } = props
  const { title = formWords.leaveTitle, more = formWords.leaveMore, cancel = formWords.stay } = props
  if (!departure) return null
  const { discards } = departure
  return (
    <ConfirmDialog
      title={discards ? formWords.discardTitle : title}
      more={discards ? formWords.discardMore : more}
      confirm={discards ? formWords.discard : formWords.leave}
      cancel={cancel}
      onConfirm={leave}
      onClose={stay}
    />
  )
}
