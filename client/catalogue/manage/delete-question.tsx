import { useState } from 'react'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import type { Entry, EntryKind } from '../entries/entry-kind.ts'
import { words } from './texts.ts'

/**
 * The props of the confirmation dialog: the brand to be deleted, and the number of its coffees, which are deleted,
 * too.
 */
type Question<Sent> = {
  kind: EntryKind<Sent>
  entry: Entry<Sent>
  /** The number of coffees that are deleted with the brand, or null if they could not be counted. */
  coffees: number | null
  onConfirm: () => void
  onClose: () => void
}

/**
 * Asks for confirmation before a brand is deleted, unless it has no coffees. Coffees and packets are deleted without a
 * question. `counting` is the id of the brand whose coffees are being counted, or null.
 */
export function useDeleteQuestion<Sent>(kind: EntryKind<Sent>, deleteEntry: (entry: Entry<Sent>) => void) {
  const [counting, setCounting] = useState<string | null>(null)
  const [asked, setAsked] = useState<{ entry: Entry<Sent>; coffees: number | null } | null>(null)

  async function askFirst(entry: Entry<Sent>) {
    if (!kind.countCoffees) return deleteEntry(entry)
    if (counting !== null) return
    setCounting(entry._id)
    const coffees = await kind.countCoffees(entry._id).catch(() => null)
    setCounting(null)
    if (coffees === 0) deleteEntry(entry)
    else setAsked({ entry, coffees })
  }

  const question: Question<Sent> | null = asked && {
    kind,
    ...asked,
    onConfirm: () => deleteEntry(asked.entry),
    onClose: () => setAsked(null),
  }
  return { counting, askFirst, question }
}

/** The dialog that asks whether to delete a brand, and says how many coffees are deleted with the brand. */
export function DeleteQuestion<Sent>({ kind, entry, coffees, onConfirm, onClose }: Question<Sent>) {
  return (
    <ConfirmDialog
      title={words.deleteTitle(kind.facts(entry).name)}
      more={words.deletesCoffees(coffees)}
      confirm={kind.deleteText}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
