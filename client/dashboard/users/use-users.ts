import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/users.ts'
import { api, errorText } from '#client/lib/api.ts'
import { showError, showInfo, showSuccess } from '#client/ui/toasts.tsx'
import { useTellLive } from '../live/live.ts'
import { changeRows } from '../rows/row-pages.ts'
import type { RowPages } from '../rows/row-pages.ts'
import { texts } from '../texts.ts'

/** Makes a user an administrator, or an administrator a user. */
export function useChangeRole() {
  const client = useQueryClient()
  const tell = useTellLive()
  return useMutation({
    mutationFn: ({ _id, role }: User) => {
      const params = { id: _id }
      return role ? api('PUT /removeAdmin/{id}', { params }) : api('PUT /makeAdmin/{id}', { params })
    },
    onSuccess: ({ acknowledged }, user) => {
      if (!acknowledged) return
      const { role, ...shopper } = user
      changeUser(client, user, role ? shopper : { ...shopper, role: 'Admin' })
      showSuccess(role ? texts.removedAdmin : texts.madeAdmin)
    },
    onError: (error) => showError(errorText(error)),
    onSettled: (_, _error, { email }) => {
      tell('users')
      // Whoever gave up their own role is led out by the guard.
      void client.invalidateQueries({ queryKey: ['GET /user/admin/{email}', { params: { email } }] })
    },
  })
}

/** A user to be deleted, and what is then said about their entries in the shop. */
type Deletion = { user: User; handedOver: string | null }

export function useDeleteUser() {
  const client = useQueryClient()
  const tell = useTellLive()
  return useMutation({
    mutationFn: ({ user }: Deletion) => api('DELETE /userDelete/{id}', { params: { id: user._id } }),
    onSuccess: ({ deletedCount }, { user, handedOver }) => {
      if (deletedCount === 0) return
      changeUser(client, user, null)
      showSuccess(texts.deleted)
      if (handedOver) showInfo(handedOver)
    },
    onError: (error) => showError(errorText(error)),
    onSettled: () => tell('users'),
  })
}

/** Shows a user as they are now wherever they are loaded; null takes them away. */
function changeUser(client: QueryClient, { _id }: User, now: User | null): void {
  client.setQueriesData<RowPages<User>>(
    { queryKey: ['GET /allUser'] },
    (data) => data && changeRows(data, (user) => (user._id === _id ? now : user)),
  )
}
