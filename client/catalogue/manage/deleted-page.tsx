import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DeletedEntry } from '#contract/shop-management.ts'
import { shortMomentText } from '#contract/values/dates/date-texts.ts'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { CardListStates, EmptyState } from '#client/ui/states.tsx'
import { rowFocusId, useRowFocus } from '#client/ui/use-row-focus.ts'
import { restoreEntry } from './delete-entry.ts'
import { ShopFrame } from './manage-frame.tsx'
import { deletedWords, words } from './texts.ts'

/**
 * The page `/menu/deleted` with the brands, coffees and packets that any admin deleted in the last 30 days. Each card
 * has a button that restores the entry.
 */
export function DeletedPage() {
  const list = useQuery(callQuery('GET /deletedEntries'))
  return (
    <ShopFrame title={deletedWords.page}>
      <h2 className="mb-2 text-2xl">{deletedWords.heading}</h2>
      <CardListStates
        list={list}
        grid="card-grid"
        cards={3}
        loading={deletedWords.loading}
        failed={deletedWords.failed}
      >
        {(entries) => <DeletedList entries={entries} />}
      </CardListStates>
    </ShopFrame>
  )
}

function DeletedList({ entries }: { entries: DeletedEntry[] }) {
  const rememberCard = useRowFocus(entries)
  if (entries.length === 0) {
    return (
      <EmptyState title={deletedWords.none}>
        <p>{deletedWords.noneNext}</p>
      </EmptyState>
    )
  }
  return (
    <>
      <p className="mb-6">{deletedWords.explanation}</p>
      <ul className="card-grid">
        {entries.map((entry) => (
          <DeletedCard key={entry._id} entry={entry} onRestore={() => rememberCard(entry)} />
        ))}
      </ul>
    </>
  )
}

function DeletedCard({ entry, onRestore }: { entry: DeletedEntry; onRestore: () => void }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ kind, _id, name }: DeletedEntry) => restoreEntry(client, { kind, _id, name }),
  })
  const id = rowFocusId(entry._id)
  function restore() {
    onRestore()
    mutate(entry)
  }
  return (
    <li className="card manage-card deleted-card">
      <Picture src={entry.img} alt="" sizes="7rem" />
      <div className="card-body">
        <h3 id={id} tabIndex={-1} className="card-title wrap-anywhere">
          {entry.name}
        </h3>
        <p>{deletedWords.what(entry)}</p>
        <p className="text-sm">
          {deletedWords.deletedOn}{' '}
          <time dateTime={new Date(entry.deletedAt).toISOString()}>{shortMomentText(entry.deletedAt)}</time>
        </p>
        <p className="text-sm">{words.owner(entry.owner)}</p>
        <div className="cluster manage-card-actions">
          <Button
            tone="quiet"
            busy={isPending}
            busyText={deletedWords.restoring}
            onClick={restore}
            aria-describedby={id}
          >
            {deletedWords.restore}
          </Button>
        </div>
      </div>
    </li>
  )
}
