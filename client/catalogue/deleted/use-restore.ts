import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DeletedEntry } from '#contract/shop-management.ts'
import { api, errorText, isRefusal } from '#client/lib/api.ts'
import { showError, showInfo } from '#client/ui/toasts.tsx'
import { catalogueChanged, changeList } from '../entries/catalogue-cache.ts'
import { words } from '../manage/texts.ts'

/** Puts a deleted entry back into the shop, and takes it off the list of the deleted. */
export function useRestore() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ kind, _id: id }: DeletedEntry) => CALLS[kind](id),
    onSuccess: async (_, { _id, name }) => {
      await changeList<DeletedEntry>(client, 'GET /deletedEntries', (entries) =>
        entries.filter((entry) => entry._id !== _id),
      )
      showInfo(words.restored(name))
    },
    onError: (error, { name }) => {
      const tell = isRefusal(error) ? words.notRestored : words.perhapsRestored
      showError(tell(name, errorText(error)))
    },
    onSettled: () => void catalogueChanged(client),
  })
}

const CALLS: Record<DeletedEntry['kind'], (id: string) => Promise<unknown>> = {
  brand: (id) => api('PUT /brandRestore/{id}', { params: { id } }),
  coffee: (id) => api('PUT /packetNameRestore/{id}', { params: { id } }),
  packet: (id) => api('PUT /packetRestore/{id}', { params: { id } }),
}
