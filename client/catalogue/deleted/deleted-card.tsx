import type { DeletedEntry } from '#contract/shop-management.ts'
import { Button } from '#client/ui/button.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import { words as manageWords } from '../manage/texts.ts'
import { words } from './texts.ts'
import { useRestore } from './use-restore.ts'

/** One deleted entry, and the way to restore it. */
export function DeletedCard({ entry, onRestore }: { entry: DeletedEntry; onRestore: () => void }) {
  const { mutate, isPending } = useRestore()
  const id = rowFocusId(entry._id)
  function restore() {
    onRestore()
    mutate(entry)
  }
  return (
    <li className="card manage-card deleted-card">
      <Picture src={entry.img} alt="" sizes="7rem" />
      <div className="card-body">
        <h3 id={id} tabIndex={-1} className="card-title">
          {entry.name}
        </h3>
        <p>{words.what(entry)}</p>
        <p className="text-sm">
          {words.deletedOn}{' '}
          <time dateTime={new Date(entry.deletedAt).toISOString()}>{DAY.format(entry.deletedAt)}</time>
        </p>
        <p className="text-sm">{manageWords.owner(entry.owner)}</p>
        <div className="manage-card-actions">
          <Button
            tone="quiet"
            busy={isPending}
            busyText={words.restoring}
            onClick={restore}
            aria-describedby={id}
          >
            {words.restore}
          </Button>
        </div>
      </div>
    </li>
  )
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
