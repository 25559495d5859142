import { useState } from 'react'
import { useSession } from '#client/identity/session.tsx'
import { errorText } from '#client/lib/api-error.ts'
import { showError, showInfo } from '#client/ui/toasts.tsx'
import { texts } from './texts.ts'

/** Stands in the navigation bar instead of Login while somebody is signed in. */
export function SignOut() {
  const { signOut } = useSession()
  const [leaving, setLeaving] = useState(false)
  async function leave() {
    setLeaving(true)
    try {
      await signOut()
      showInfo('You are signed out')
    } catch (error) {
      setLeaving(false)
      showError(errorText(error))
    }
  }
  return (
    <button type="button" className="nav-action" aria-disabled={leaving || undefined} onClick={leaving ? undefined : leave}>
      {texts.links.signOut}
    </button>
  )
}
