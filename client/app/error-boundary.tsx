import { Component, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { ApiError } from '#client/lib/api-error.ts'
import { reloadForScripts, reloadIfReachable } from '#client/lib/scripts/reload-document.ts'
import { ErrorState } from '#client/ui/states.tsx'
import { words } from './texts.ts'

/**
 * Shows an error message in place of a page that threw an error, and keeps the rest of the layout. The Retry button
 * reloads the document instead of rendering the page again: after a new release, the server may no longer have the
 * scripts that the old document refers to.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    return (
      <div className="page">
        <FailedPage error={error} />
      </div>
    )
  }
}

/**
 * The page that is shown after an error, with a Retry button. After a network error the document also reloads on each
 * event of `RELOAD_EVENTS`, for example when the browser goes online. `reloadForScripts` may reload it at once.
 */
function FailedPage({ error }: { error: unknown }) {
  const [retrying, setRetrying] = useState(false)
  const unreachable = error instanceof ApiError
  useEffect(() => {
    if (!unreachable) return undefined
    const left = new AbortController()
    for (const event of RELOAD_EVENTS) addEventListener(event, () => void reloadIfReachable(), left)
    void reloadForScripts()
    return () => left.abort()
  }, [unreachable])
  function retry() {
    setRetrying(true)
    void reloadIfReachable().finally(() => setRetrying(false))
  }
  return <ErrorState title={words.notShown} error={error} retrying={retrying} onRetry={retry} />
}

const RELOAD_EVENTS = ['online', 'focus', 'visibilitychange'] as const
