import type { ReactNode } from 'react'
import { errorText } from '#client/lib/api-error.ts'
import { Button } from './button.tsx'
import { PageTitle } from './page-title.tsx'

type ErrorStateProps = {
  title: string
  error: unknown
  onRetry: () => void
  retrying?: boolean
  /** The error is the only content of the page, so its title is the heading. */
  whole?: boolean
}

/** An error with its reason and a Retry button. */
export function ErrorState({ title, error, onRetry, retrying = false, whole }: ErrorStateProps) {
  return (
    <div className="state" role="alert">
      {whole ? <PageTitle title={title} /> : <p className="state-title">{title}</p>}
      <p>{errorText(error)}</p>
      <Button tone="quiet" busy={retrying} busyText="Trying again…" onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}

type StateProps = { title: string; children?: ReactNode }

/** An empty list. `children` say what to do next. */
export function EmptyState({ title, children }: StateProps) {
  return (
    <div className="state">
      <p className="state-title">{title}</p>
      {children}
    </div>
  )
}

/** A state that is the only content of a page: its title is the heading. */
export function PageState({ title, children }: StateProps) {
  return (
    <div className="state">
      <PageTitle title={title} />
      {children}
    </div>
  )
}

/** A thin bar along the top of the page while it loads. */
export function LoadingBar({ label = 'Loading' }: { label?: string }) {
  return (
    <>
      <div className="loading-bar" role="progressbar" aria-label={label}>
        <span />
      </div>
      <noscript>
        <p className="page">This page needs JavaScript, which your browser has switched off.</p>
      </noscript>
    </>
  )
}
