import type { LeaveGuard } from '#client/lib/use-leave-guard.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { formWords } from './texts.ts'

/**
 * The dialog that asks for confirmation before the admin leaves a form with unsaved changes, or discards them. `more` says
 * what becomes of them if the admin leaves.
 */
export function LeaveQuestion(props: LeaveGuard & { more?: string }) {
  const { departure, stay, leave, more = formWords.leaveMore } = props
  if (!departure) return null
  const { discards } = departure
  return (
    <ConfirmDialog
      title={discards ? formWords.discardTitle : formWords.leaveTitle}
      more={discards ? formWords.discardMore : more}
      confirm={discards ? formWords.discard : formWords.leave}
      cancel={formWords.stay}
      onConfirm={leave}
      onClose={stay}
    />
  )
}
