import type { LeaveGuard } from '#client/lib/use-leave-guard.ts'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { words } from '../manage/texts.ts'

/** Asks whether a form with unsaved changes is to be left. */
export function LeaveQuestion({ departure, stay, leave }: LeaveGuard) {
  if (!departure) return null
  const { discards } = departure
  return (
    <ConfirmDialog
      title={discards ? words.discardTitle : words.leaveTitle}
      more={discards ? words.discardMore : words.leaveMore}
      confirm={discards ? words.discard : words.leave}
      cancel={words.keepEditing}
      onConfirm={leave}
      onClose={stay}
    />
  )
}
