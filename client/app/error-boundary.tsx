import { Component, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { ApiError } from '#client/lib/api-error.ts'
import { ErrorState } from '#client/ui/states.tsx'

type Props = { children: ReactNode }

/**
 * Shows an error in the place of a page that failed, and keeps the rest of the layout. Retry reloads the document,
 * because the missing code may belong to a version that is no longer on the server.
 */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
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

/** After a network error the page is reloaded when the browser is online again, or the tab gets the focus. */
function FailedPage({ error }: { error: unknown }) {
  const [retrying, setRetrying] = useState(false)
  const unreachable = error instanceof ApiError
  useEffect(() => {
    if (!unreachable) return undefined
    const left = new AbortController()
    for (const event of RELOAD_EVENTS) addEventListener(event, reloadIfReachable, left)
    return () => left.abort()
  }, [unreachable])
  function retry() {
    setRetrying(true)
    void reloadIfReachable().finally(() => setRetrying(false))
  }
  return <ErrorState title="This page could not be shown" error={error} retrying={retrying} onRetry={retry} />
}

const RELOAD_EVENTS = ['online', 'focus', 'visibilitychange'] as const

/** Reloads only if the shop responds: without a connection a reload would lose the open page as well. */
async function reloadIfReachable(): Promise<void> {
  const response = await fetch(location.href).catch(() => null)
  if (response && response.status < 500) location.reload()
}
