import type { ReactNode } from 'react'
import { errorText } from '#client/lib/api-error.ts'
import { Button } from './button.tsx'

type ErrorStateProps = { title: string; error: unknown; onRetry: () => void; retrying?: boolean }

/** What could not be done, why, and a way to try again. */
export function ErrorState({ title, error, onRetry, retrying = false }: ErrorStateProps) {
  return (
    <div className="state" role="alert">
      <p className="state-title">{title}</p>
      <p>{errorText(error)}</p>
      <Button tone="quiet" busy={retrying} busyText="Trying again…" onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}

/** Nothing here yet, and in `children` what to do next. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="state">
      <p className="state-title">{title}</p>
      {children}
    </div>
  )
}
