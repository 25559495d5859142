import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { deletingKey, deletion } from './delete-entry.ts'
import type { Entry, EntryKind } from './entry-kind.ts'

/**
 * Deletes an entry: its card goes at once, comes back if that fails, and can be brought back from the toast;
 * `onRestored` is told then.
 */
export function useDeleteEntry<Sent>(kind: EntryKind<Sent>, onRestored: (entry: Entry<Sent>) => void) {
  const client = useQueryClient()
  return useMutation(deletion(kind, { client, onRestored })).mutate
}

/** The ids of the entries that are being deleted right now; their cards are not shown. */
export function useDeletingIds<Sent>(kind: EntryKind<Sent>): string[] {
  return useMutationState({
    filters: { mutationKey: deletingKey(kind), status: 'pending' },
    // Every deletion is given an entry.
    select: ({ state }) => (state.variables as Entry<Sent>)._id,
  })
}
