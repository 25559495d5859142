import { useEffect } from 'react'
import { PageTitle } from '#client/ui/page-title.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { restoreFocusToHeading } from '#client/ui/use-row-focus.ts'
import { returnWords as words } from '../texts.ts'

/** Stands for the outcome of a payment until it is loaded. Then the heading of the outcome gets the focus of this one. */
export function LoadingOutcome() {
  useEffect(() => restoreFocusToHeading, [])
  return (
    <>
      <PageTitle title={words.title} hidden />
      <Skeleton className="h-10 w-64 max-w-full" />
      <Skeleton className="h-64 w-full" />
    </>
  )
}
