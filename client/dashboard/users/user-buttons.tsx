import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MouseEvent } from 'react'
import type { Role } from '#contract/call.ts'
import type { User } from '#contract/users.ts'
import { useSession } from '#client/identity/session.tsx'
import { api, errorText } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmButton, ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { showError, showSuccess } from '#client/ui/toasts.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import { refreshTopic } from '../events/admin-events.ts'
import { specTexts, words } from '../texts.ts'

/** For each role, the calls that give it and take it away, with the texts of their buttons and toasts. */
const CHANGES = {
  Admin: {
    give: { call: 'PUT /makeAdmin/{id}', text: specTexts.makeAdmin, done: specTexts.madeAdmin },
    take: { call: 'PUT /removeAdmin/{id}', text: specTexts.removeAdmin, done: specTexts.removedAdmin },
  },
  Packer: {
    give: { call: 'PUT /makePacker/{id}', text: words.makePacker, done: words.madePacker },
    take: { call: 'PUT /removePacker/{id}', text: words.removePacker, done: words.removedPacker },
  },
} as const satisfies Record<Role, object>

/** The buttons that change the role of a user. An admin is made a shopper first, and a packer after that. */
export function RoleButtons({ user }: { user: User }) {
  return (
    <div className="cluster">
      <RoleButton user={user} of="Admin" />
      {user.role !== 'Admin' && <RoleButton user={user} of="Packer" />}
    </div>
  )
}

/** The button that gives a user a role or takes it away. Admins must confirm that they want to give up their own. */
function RoleButton({ user, of }: { user: User; of: Role }) {
  const { _id, email } = user
  const hasRole = user.role === of
  const { call, text, done } = CHANGES[of][hasRole ? 'take' : 'give']
  const isOwn = useSession().user?.email === email
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api(call, { params: { id: _id } }),
    onSuccess: ({ acknowledged }) => {
      if (acknowledged) showSuccess(done)
    },
    onError: (error) => showError(errorText(error)),
    onSettled: () => refreshTopic(client, 'users'),
  })
  function onClick({ detail }: MouseEvent): void {
    // Ignores the second click of a double click, which would undo the change of the first.
    if (detail > 1) return
    if (isOwn && hasRole) setAsking(true)
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
        {text}
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
    <ConfirmButton
      tone="danger"
      busy={isPending}
      busyText={words.deleting}
      aria-describedby={rowFocusId(user._id)}
      question={{ title: words.deleteTitle(user.email), more: words.deleteMore }}
      onConfirm={mutate}
    >
      {specTexts.delete}
    </ConfirmButton>
  )
}
