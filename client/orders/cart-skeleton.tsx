import { Skeleton } from '#client/ui/skeleton.tsx'
import { words } from './texts.ts'

const ROWS = 3

const ROW =
  'flex items-center gap-4 border-base-300 p-3 sm:border-b max-sm:flex-wrap max-sm:gap-3 ' +
  'max-sm:rounded-box max-sm:border max-sm:bg-base-200'

/** The cart before it is there. */
export function CartSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-4">
      <p className="sr-only">{words.loading}</p>
      {Array.from({ length: ROWS }, (_, index) => (
        <div key={index} className={ROW}>
          <Skeleton className="size-20 shrink-0" />
          <Skeleton className="h-5 grow basis-1/2" />
          <Skeleton className="h-6 w-16 max-sm:hidden" />
          <Skeleton className="h-11 max-sm:grow max-sm:basis-2/5 sm:w-24" />
          <Skeleton className="h-11 max-sm:grow max-sm:basis-2/5 sm:w-24" />
        </div>
      ))}
      <Skeleton className="mt-4 ml-auto h-36 w-full sm:max-w-sm" />
    </div>
  )
}
