import { useState } from 'react'
import type { MouseEvent } from 'react'
import type { User } from '#contract/users.ts'
import { useSession } from '#client/identity/session.tsx'
import { Button } from '#client/ui/button.tsx'
import { rowNameId } from '../table/row-name.ts'
import { texts, words } from '../texts.ts'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { useChangeRole } from './use-users.ts'

/** Makes somebody an administrator, or no longer one; who gives up their own role is asked first. */
export function RoleButton({ user }: { user: User }) {
  const session = useSession()
  const [asking, setAsking] = useState(false)
  const { mutate, isPending } = useChangeRole()
  const isAdmin = user.role === 'Admin'
  const own = session.user?.email === user.email
  function click({ detail }: MouseEvent) {
    // The second click of a double click would take back what the first did.
    if (detail > 1) return
    if (own && isAdmin) setAsking(true)
    else mutate(user)
  }
  return (
    <>
      <Button
        tone="quiet"
        busy={isPending}
        busyText={words.saving}
        aria-describedby={rowNameId(user._id)}
        onClick={click}
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
