import { useState } from 'react'
import type { MouseEvent } from 'react'
import { useSession } from '#client/identity/session.tsx'
import { errorText } from '#client/lib/api-error.ts'
import { showError, showInfo } from '#client/ui/toasts.tsx'
import { texts } from './texts.ts'

/** Stands in the navigation bar instead of Login while somebody is signed in. */
export function SignOut() {
  const { signOut } = useSession()
  const [leaving, setLeaving] = useState(false)
  async function leave({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    const place = currentTarget.closest('li')
    setLeaving(true)
    try {
      await signOut()
      setTimeout(() => moveFocus(place))
      showInfo('You are signed out')
    } catch (error) {
      setLeaving(false)
      showError(errorText(error))
    }
  }
  return (
    <button
      type="button"
      className="nav-action"
      data-leaves
      aria-disabled={leaving || undefined}
      onClick={leaving ? undefined : leave}
    >
      {texts.links.signOut}
    </button>
  )
}

/** The button is gone; whoever was on it goes on at the link that took its place. */
function moveFocus(place: HTMLElement | null): void {
  if (document.activeElement === document.body) place?.querySelector('a')?.focus()
}
