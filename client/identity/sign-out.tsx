import { useState } from 'react'
import type { MouseEvent } from 'react'
import { errorText } from '#client/lib/api-error.ts'
import { useShop } from '#client/lib/page-state.ts'
import { words } from '#client/ui/texts.ts'
import { showError, showInfo } from '#client/ui/toasts.tsx'
import { useSession } from './session.tsx'

export function SignOut({ className }: { className?: string }) {
  const { frame } = useShop()
  const { session } = useSession()
  const [leaving, setLeaving] = useState(false)
  async function leave({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    const place = currentTarget.closest('li')
    setLeaving(true)
    try {
      await session.signOut()
      setTimeout(() => moveFocus(place))
      showInfo(words.signedOut)
    } catch (error) {
      setLeaving(false)
      showError(errorText(error))
    }
  }
  return (
    <button
      type="button"
      className={className}
      data-leaves
      aria-disabled={leaving || undefined}
      onClick={leaving ? undefined : leave}
    >
      {words.signOut[frame]}
    </button>
  )
}

/**
 * Focuses the link to the login if the button was focused before this link replaced it. `place` is the list item that
 * contained the button and now contains the link.
 */
function moveFocus(place: HTMLElement | null): void {
  if (document.activeElement === document.body) place?.querySelector('a')?.focus()
}
