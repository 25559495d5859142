import type { LeaveGuard } from '#client/lib/use-leave-guard.ts'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { formWords } from './texts.ts'

/** The dialog that asks for confirmation before the admin leaves the form with unsaved changes. */
export function LeaveQuestion({ departure, stay, leave }: LeaveGuard) {
  if (!departure) return null
  return (
    <ConfirmDialog
      title={formWords.leaveTitle}
      more={formWords.leaveMore}
      confirm={formWords.leave}
      cancel={formWords.stay}
      onConfirm={leave}
      onClose={stay}
    />
  )
}
