import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { words } from '../manage/texts.ts'
import type { Question } from './use-delete-question.ts'

/** Says how many coffees are deleted with a brand, and asks. */
export function DeleteQuestion<Sent>({ kind, entry, along, onConfirm, onClose }: Question<Sent>) {
  return (
    <ConfirmDialog
      title={words.deleteTitle(kind.facts(entry).name)}
      more={words.deletesAlong(along)}
      confirm={kind.deleteText}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
