import { useState } from 'react'
import type { User } from '#contract/dashboard.ts'
import { Button } from '#client/ui/button.tsx'
import { rowNameId } from '../table/row-name.ts'
import { texts, words } from '../texts.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
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
        <ConfirmDialog
          title={words.deleteTitle(user.email)}
          more={words.deleteMore}
          confirm={texts.delete}
          onConfirm={() => mutate(user)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
