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
import { refreshTopic } from '../events/admin-events.ts'
import { specTexts, words } from '../texts.ts'

/**
 * The button that gives a user the admin role or removes it. Admins must confirm that they want to remove their own
 * role.
 */
export function RoleButton({ user }: { user: User }) {
  const { _id, email, role } = user
  const isOwn = useSession().user?.email === email
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api(role ? 'PUT /removeAdmin/{id}' : 'PUT /makeAdmin/{id}', { params: { id: _id } }),
    onSuccess: ({ acknowledged }) => {
      if (acknowledged) showSuccess(role ? specTexts.removedAdmin : specTexts.madeAdmin)
    },
    onError: (error) => showError(errorText(error)),
    onSettled: () => refreshTopic(client, 'users'),
  })
  function onClick({ detail }: MouseEvent): void {
    // Ignores the second click of a double click, which would undo the change of the first.
    if (detail > 1) return
    if (isOwn && role) setAsking(true)
    else mutate()
  }
  return (
    <>
      <Button
        tone="quiet"
        busy={isPending}
        busyText={words.saving}
        aria-describedby={rowFocusId(_id)}
        onClick={onClick}
      >
        {role ? specTexts.removeAdmin : specTexts.makeAdmin}
      </Button>
      {asking && (
        <ConfirmDialog
          title={words.stepDown}
          more={words.stepDownMore}
          confirm={specTexts.removeAdmin}
          onConfirm={() => mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** The button that deletes a user. It first opens a dialog that states the consequences and asks for confirmation. */
export function DeleteUser({ user }: { user: User }) {
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api('DELETE /userDelete/{id}', { params: { id: user._id } }),
    onSuccess: ({ deletedCount }) => {
      if (deletedCount > 0) showSuccess(specTexts.deleted)
    },
    onError: (error) => showError(errorText(error)),
    onSettled: () => refreshTopic(client, 'users'),
  })
  return (
    <>
      <Button
        tone="danger"
        busy={isPending}
        busyText={words.deleting}
        aria-describedby={rowFocusId(user._id)}
        onClick={() => setAsking(true)}
      >
        {specTexts.delete}
      </Button>
      {asking && (
        <ConfirmDialog
          title={words.deleteTitle(user.email)}
          more={words.deleteMore}
          confirm={specTexts.delete}
          onConfirm={mutate}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
