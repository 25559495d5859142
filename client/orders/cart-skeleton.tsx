import { Skeleton } from '#client/ui/skeleton.tsx'
import { words } from './texts.ts'

const ROWS = 3

/** The cart before it is there. */
export function CartSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-4">
      <p className="sr-only">{words.loading}</p>
      {Array.from({ length: ROWS }, (_, index) => (
        <div key={index} className="flex items-center gap-4 border-b border-base-300 p-3">
          <Skeleton className="size-20 shrink-0" />
          <Skeleton className="h-5 grow" />
          <Skeleton className="h-6 w-16" />
          <Skeleton className="h-11 w-24 max-sm:hidden" />
          <Skeleton className="h-11 w-24 max-sm:hidden" />
        </div>
      ))}
      <Skeleton className="mt-4 ml-auto h-36 w-full sm:max-w-sm" />
    </div>
  )
}
