import { Component, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { ApiError } from '#client/lib/api-error.ts'
import { ErrorState } from '#client/ui/states.tsx'

type Props = { children: ReactNode }

/**
 * Keeps a broken page from taking the rest with it. Retry fetches the page afresh, because what is missing may be
 * code of a version that is gone from the server.
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
        <Broken error={error} />
      </div>
    )
  }
}

/** What could not be reached is tried again by itself as soon as that may help. */
function Broken({ error }: { error: unknown }) {
  const [retrying, setRetrying] = useState(false)
  const unreachable = error instanceof ApiError
  useEffect(() => {
    if (!unreachable) return undefined
    const left = new AbortController()
    for (const sign of SIGNS) addEventListener(sign, reloadIfThere, left)
    return () => left.abort()
  }, [unreachable])
  function retry() {
    setRetrying(true)
    void reloadIfThere().finally(() => setRetrying(false))
  }
  return <ErrorState title="This page could not be shown" error={error} retrying={retrying} onRetry={retry} />
}

const SIGNS = ['online', 'focus', 'visibilitychange'] as const

/** Without an answer a reload would lose even this page. */
async function reloadIfThere(): Promise<void> {
  const answer = await fetch(location.href).catch(() => null)
  if (answer && answer.status < 500) location.reload()
}
