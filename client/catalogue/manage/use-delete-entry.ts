import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { errorText } from '#client/lib/api.ts'
import { showError, showInfo, showSuccess } from '#client/ui/toasts.tsx'
import { catalogueChanged, changeList } from './catalogue-cache.ts'
import type { Entry, EntryKind } from './entry-kind.ts'
import { words } from './texts.ts'

/**
 * Deletes an entry: its card goes at once, comes back if that fails, and can be brought back from the toast;
 * `onRestored` is told then.
 */
export function useDeleteEntry<Sent>(kind: EntryKind<Sent>, onRestored: (entry: Entry<Sent>) => void) {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationKey: deletingKey(kind),
    mutationFn: ({ _id }: Entry<Sent>) => kind.remove(_id),
    onSuccess: async ({ deletedCount }, entry) => {
      await changeList<Entry<Sent>>(client, kind.listCall, (all) => all.filter(({ _id }) => _id !== entry._id))
      if (deletedCount > 0) showSuccess(kind.deletedToast, { undo: () => void undo(entry) })
    },
    onError: (error, entry) => showError(words.notDeleted(kind.facts(entry).name, errorText(error))),
    onSettled: () => void catalogueChanged(client),
  })

  async function undo(entry: Entry<Sent>) {
    const name = kind.facts(entry).name
    try {
      await kind.restore(entry._id)
      onRestored(entry)
      showInfo(words.restored(name))
    } catch (error) {
      showError(words.notRestored(name, errorText(error)))
    }
    await catalogueChanged(client)
  }

  return mutate
}

/** The ids of the entries that are being deleted right now; their cards are not shown. */
export function useDeletingIds<Sent>(kind: EntryKind<Sent>): string[] {
  return useMutationState({
    filters: { mutationKey: deletingKey(kind), status: 'pending' },
    // Every mutation of this key is given an entry.
    select: ({ state }) => (state.variables as Entry<Sent>)._id,
  })
}

function deletingKey<Sent>({ key }: EntryKind<Sent>): readonly string[] {
  return ['delete entry', key]
}
