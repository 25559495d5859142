import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MouseEvent } from 'react'
import type { User } from '#contract/users.ts'
import { useSession } from '#client/identity/session.tsx'
import { api, errorText } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { showError, showInfo, showSuccess } from '#client/ui/toasts.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import { refreshTopic } from '../events/admin-events.ts'
import { specTexts, words } from '../texts.ts'
import { handedOverText, handoverText } from './handover-text.ts'

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
    mutationFn: (_handedOver: string | null) => api('DELETE /userDelete/{id}', { params: { id: user._id } }),
    onSuccess: ({ deletedCount }, handedOver) => {
      if (deletedCount === 0) return
      showSuccess(specTexts.deleted)
      if (handedOver) showInfo(handedOver)
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
      {asking && <DeleteDialog user={user} onConfirm={mutate} onClose={() => setAsking(false)} />}
    </>
  )
}

type DeleteDialogProps = {
  user: User
  /** Called with the text to show after the deletion about the brands, coffees and packets that the user owned. */
  onConfirm: (handedOver: string | null) => void
  onClose: () => void
}

/**
 * The confirmation dialog. It says how many brands, coffees and packets the user owns in the shop, and what will
 * happen to these entries.
 */
function DeleteDialog({ user, onConfirm, onClose }: DeleteDialogProps) {
  const { data, isPending } = useQuery({
    ...callQuery('GET /entryCounts/{id}', { params: { id: user._id } }),
    retry: false,
  })
  const notCounted = isPending ? words.countingEntries : words.entriesUncounted
  return (
    <ConfirmDialog
      title={words.deleteTitle(user.email)}
      more={
        <>
          <p>{words.deleteMore}</p>
          <p aria-live="polite">{data ? handoverText(data) : notCounted}</p>
        </>
      }
      confirm={specTexts.delete}
      busy={isPending}
      onConfirm={() => onConfirm(data ? handedOverText(data) : null)}
      onClose={onClose}
    />
  )
}
