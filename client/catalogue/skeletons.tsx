import { CardSkeleton, Skeleton } from '#client/ui/skeleton.tsx'
import { GoBack } from './go-back.tsx'
import { words } from './texts.ts'

const CARDS = 3

/** The product list before it is there. */
export function ProductListSkeleton() {
  return (
    <div className="page" aria-busy="true">
      <GoBack />
      <h1 className="sr-only">{words.loadingCoffees}</h1>
      <div className="mt-4 mb-8 flex items-center gap-5 sm:gap-8">
        <Skeleton className="aspect-square w-24 shrink-0 rounded-box sm:w-40" />
        <div className="grid min-w-0 grow grid-cols-1 gap-2">
          <Skeleton className="h-9 w-64 max-w-full" />
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-5 w-20" />
        </div>
      </div>
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {Array.from({ length: CARDS }, (_, index) => (
          <CardSkeleton key={index} />
        ))}
      </div>
    </div>
  )
}

/** The single product before it is there. */
export function ProductSkeleton() {
  return (
    <div className="page" aria-busy="true">
      <GoBack />
      <h1 className="sr-only">{words.loadingProduct}</h1>
      <div className="mt-4 grid items-center gap-8 md:grid-cols-2 lg:gap-16">
        <Skeleton className="aspect-square rounded-box" />
        <div className="grid gap-5">
          <Skeleton className="h-10 w-3/4" />
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-24 w-full" />
          <Skeleton className="h-10 w-28" />
          <Skeleton className="h-11 w-full max-w-sm" />
        </div>
      </div>
    </div>
  )
}
