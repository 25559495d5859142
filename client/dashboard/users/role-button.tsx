import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MouseEvent } from 'react'
import type { User } from '#contract/users.ts'
import { useSession } from '#client/identity/session.tsx'
import { api, errorText } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { showError, showSuccess } from '#client/ui/toasts.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import { useRefreshTopic } from '../live/use-live.ts'
import { changeCachedRows } from '../table/cached-rows.ts'
import { texts, words } from '../texts.ts'

/**
 * The button that gives a user the admin role or removes it. Admins must confirm that they want to remove their own
 * role.
 */
export function RoleButton({ user }: { user: User }) {
  const session = useSession()
  const [asking, setAsking] = useState(false)
  const { mutate, isPending } = useChangeRole()
  const isAdmin = user.role === 'Admin'
  const isOwn = session.user?.email === user.email
  function onClick({ detail }: MouseEvent): void {
    // Ignores the second click of a double click, which would undo the change of the first.
    if (detail > 1) return
    if (isOwn && isAdmin) setAsking(true)
    else mutate(user)
  }
  return (
    <>
      <Button
        tone="quiet"
        busy={isPending}
        busyText={words.saving}
        aria-describedby={rowFocusId(user._id)}
        onClick={onClick}
      >
        {isAdmin ? texts.removeAdmin : texts.makeAdmin}
      </Button>
      {asking && (
        <ConfirmDialog
          title={words.stepDown}
          more={words.stepDownMore}
          confirm={texts.removeAdmin}
          onConfirm={() => mutate(user)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function useChangeRole() {
  const client = useQueryClient()
  const refreshTopic = useRefreshTopic()
  return useMutation({
    mutationFn: ({ _id, role }: User) => {
      const params = { id: _id }
      return role ? api('PUT /removeAdmin/{id}', { params }) : api('PUT /makeAdmin/{id}', { params })
    },
    onSuccess: ({ acknowledged }, changed) => {
      if (!acknowledged) return
      changeCachedRows<User>(client, 'GET /allUser', (user) =>
        user._id === changed._id ? withOtherRole(changed) : user,
      )
      showSuccess(changed.role ? texts.removedAdmin : texts.madeAdmin)
    },
    onError: (error) => showError(errorText(error)),
    onSettled: (_, _error, { email }) => {
      refreshTopic('users')
      // Fetches the role of this user again. If admins have removed their own role, the page's guard then redirects
      // them to the login page.
      void client.invalidateQueries({ queryKey: ['GET /user/admin/{email}', { params: { email } }] })
    },
  })
}

function withOtherRole({ role, ...user }: User): User {
  return role ? user : { ...user, role: 'Admin' }
}
