import type { LeaveGuard } from '#client/lib/use-leave-guard.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { formWords } from './texts.ts'

/**
 * The dialog that asks for confirmation before the admin leaves a form with unsaved changes. `more` says what becomes of
 * them if the admin leaves, and `title` and `cancel` replace words about a form.
 */
export function LeaveQuestion(props: LeaveGuard & { title?: string; more?: string; cancel?: string }) {
  const { isAsking, stay, leave } = props
  const { title = formWords.leaveTitle, more = formWords.leaveMore, cancel = formWords.stay } = props
  if (!isAsking) return null
  return (
    <ConfirmDialog
      title={title}
      more={more}
      confirm={formWords.leave}
      cancel={cancel}
      onConfirm={leave}
      onClose={stay}
    />
  )
}
