import { useState } from 'react'
import type { Entry, EntryKind } from './entry-kind.ts'

/** An entry that is about to be deleted, and what goes with it: `along` is null if it could not be counted. */
export type Question<Sent> = {
  kind: EntryKind<Sent>
  entry: Entry<Sent>
  along: number | null
  onConfirm: () => void
  onClose: () => void
}

/**
 * Asks before an entry is deleted that takes others with it, and deletes any other entry at once. `counting` is the
 * id of the entry whose companions are being counted.
 */
export function useDeleteQuestion<Sent>(kind: EntryKind<Sent>, deleteEntry: (entry: Entry<Sent>) => void) {
  const [counting, setCounting] = useState<string | null>(null)
  const [asked, setAsked] = useState<{ entry: Entry<Sent>; along: number | null } | null>(null)

  async function askFirst(entry: Entry<Sent>) {
    if (!kind.countAlong) return deleteEntry(entry)
    if (counting !== null) return
    setCounting(entry._id)
    const along = await kind.countAlong(entry._id).catch(() => null)
    setCounting(null)
    if (along === 0) deleteEntry(entry)
    else setAsked({ entry, along })
  }

  const question: Question<Sent> | null = asked && {
    kind,
    ...asked,
    onConfirm: () => deleteEntry(asked.entry),
    onClose: () => setAsked(null),
  }
  return { counting, askFirst, question }
}
