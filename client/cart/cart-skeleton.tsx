import { Skeleton } from '#client/ui/skeleton.tsx'
import { words } from './texts.ts'

const ROWS = 3

const ROW =
  'flex items-center gap-4 border-base-300 p-3 wide:border-b cards:flex-wrap cards:gap-3 ' +
  'cards:rounded-box cards:border cards:bg-base-200'

/** The cart before it is there. */
export function CartSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-4">
      <p className="sr-only">{words.loading}</p>
      {Array.from({ length: ROWS }, (_, index) => (
        <div key={index} className={ROW}>
          <Skeleton className="size-20 shrink-0" />
          <Skeleton className="h-5 grow basis-1/2" />
          <Skeleton className="h-6 w-16 cards:hidden" />
          <Skeleton className="h-11 cards:grow cards:basis-2/5 wide:w-24" />
          <Skeleton className="h-11 cards:grow cards:basis-2/5 wide:w-24" />
        </div>
      ))}
      <Skeleton className="mt-4 ml-auto h-36 w-full wide:max-w-sm" />
    </div>
  )
}
