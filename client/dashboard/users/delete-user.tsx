import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#contract/users.ts'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { rowNameId } from '../table/row-name.ts'
import { texts, words } from '../texts.ts'
import { handedOverText, handoverText, words as handoverWords } from './handover-text.ts'
import { useDeleteUser } from './use-users.ts'

/** Deletes a user, after saying what that means. */
export function DeleteUser({ user }: { user: User }) {
  const [asking, setAsking] = useState(false)
  const { mutate, isPending } = useDeleteUser()
  return (
    <>
      <Button
        tone="danger"
        busy={isPending}
        busyText={words.deleting}
        aria-describedby={rowNameId(user._id)}
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

/** Counts the user's entries in the shop and says who gets them. */
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
