import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#contract/users.ts'
import { api, errorText } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { showError, showInfo, showSuccess } from '#client/ui/toasts.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import { useRefreshTopic } from '../live/use-live.ts'
import { changeCachedRows } from '../table/cached-rows.ts'
import { texts, words } from '../texts.ts'
import { handedOverText, handoverText, words as handoverWords } from './handover-text.ts'

/** The button that deletes a user. It first opens a dialog that states the consequences and asks for confirmation. */
export function DeleteUser({ user }: { user: User }) {
  const [asking, setAsking] = useState(false)
  const { mutate, isPending } = useDeleteUser()
  return (
    <>
      <Button
        tone="danger"
        busy={isPending}
        busyText={words.deleting}
        aria-describedby={rowFocusId(user._id)}
        onClick={() => setAsking(true)}
      >
        {texts.delete}
      </Button>
      {asking && (
        <Question
          user={user}
          onConfirm={(handedOver) => mutate({ user, handedOver })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

type QuestionProps = { user: User; onConfirm: (handedOver: string | null) => void; onClose: () => void }

/**
 * The confirmation dialog. It says how many brands, coffees and packets the user owns in the shop, and what will
 * happen to these entries.
 */
function Question({ user, onConfirm, onClose }: QuestionProps) {
  const counts = useQuery({
    ...callQuery('GET /entryCounts/{id}', { params: { id: user._id } }),
    retry: false,
  })
  const notCounted = counts.isPending ? handoverWords.counting : handoverWords.uncounted
  return (
    <ConfirmDialog
      title={words.deleteTitle(user.email)}
      more={
        <>
          <p>{words.deleteMore}</p>
          <p aria-live="polite">{counts.data ? handoverText(counts.data) : notCounted}</p>
        </>
      }
      confirm={texts.delete}
      busy={counts.isPending}
      onConfirm={() => onConfirm(counts.data ? handedOverText(counts.data) : null)}
      onClose={onClose}
    />
  )
}

/**
 * The user to delete. `handedOver` is the text to show after the deletion about the brands, coffees and packets that
 * the user owned.
 */
type Deletion = { user: User; handedOver: string | null }

function useDeleteUser() {
  const client = useQueryClient()
  const refreshTopic = useRefreshTopic()
  return useMutation({
    mutationFn: ({ user }: Deletion) => api('DELETE /userDelete/{id}', { params: { id: user._id } }),
    onSuccess: ({ deletedCount }, { user: { _id }, handedOver }) => {
      if (deletedCount === 0) return
      changeCachedRows<User>(client, 'GET /allUser', (user) => (user._id === _id ? null : user))
      showSuccess(texts.deleted)
      if (handedOver) showInfo(handedOver)
    },
    onError: (error) => showError(errorText(error)),
    onSettled: () => refreshTopic('users'),
  })
}
