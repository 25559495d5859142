import { Component } from 'react'
import type { ReactNode } from 'react'
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
        <ErrorState title="This page could not be shown" error={error} onRetry={() => location.reload()} />
      </div>
    )
  }
}
