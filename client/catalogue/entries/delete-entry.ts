import { mutationOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { errorText, isRefusal } from '#client/lib/api.ts'
import { showError, showInfo } from '#client/ui/toasts.tsx'
import { showUndo } from '#client/ui/undo-toast.tsx'
import { words } from '../manage/texts.ts'
import { catalogueChanged, changeList } from './catalogue-cache.ts'
import type { Entry, EntryKind } from './entry-kind.ts'

/** Where it happens, and who is told when an entry has been brought back. */
type Scene<Sent> = { client: QueryClient; onRestored: (entry: Entry<Sent>) => void }

/** Takes an entry off the shop; for as long as its toast is there it can be brought back. */
export function deletion<Sent>(kind: EntryKind<Sent>, { client, onRestored }: Scene<Sent>) {
  return mutationOptions({
    mutationKey: deletingKey(kind),
    mutationFn: async ({ _id }: Entry<Sent>) => {
      const along = await kind.countAlong?.(_id).catch(() => 0)
      return { ...(await kind.remove(_id)), more: along ? words.coffeesGone(along) : undefined }
    },
    onSuccess: async ({ deletedCount, more }, entry) => {
      await changeList<Entry<Sent>>(client, kind.listCall, (all) =>
        all.filter(({ _id }) => _id !== entry._id),
      )
      if (deletedCount > 0)
        showUndo(kind.deletedToast, {
          details: more,
          undo: () => void restore(kind, { client, onRestored }, entry),
        })
    },
    onError: (error, entry) => {
      const tell = isRefusal(error) ? words.notDeleted : words.perhapsDeleted
      showError(tell(kind.facts(entry).name, errorText(error)))
    },
    onSettled: () => void catalogueChanged(client),
  })
}

/** Under which the deletions of a kind that are under way are known. */
export function deletingKey({ key }: { key: string }): readonly string[] {
  return ['delete entry', key]
}

async function restore<Sent>(
  kind: EntryKind<Sent>,
  { client, onRestored }: Scene<Sent>,
  entry: Entry<Sent>,
): Promise<void> {
  const { name } = kind.facts(entry)
  try {
    await kind.restore(entry._id)
    onRestored(entry)
    showInfo(words.restored(name))
  } catch (error) {
    const tell = isRefusal(error) ? words.notRestored : words.perhapsRestored
    showError(tell(name, errorText(error)))
  }
  await catalogueChanged(client)
}
