import { CardSkeleton, Skeleton } from '#client/ui/skeleton.tsx'

/** The rough shape of a page, for the moment before its code is there. */
export type PageShape = 'cards' | 'product' | 'table' | 'form'

export function PageSkeleton({ shape }: { shape: PageShape }) {
  return (
    <div className="page" role="status" aria-label="Loading">
      {shape !== 'product' && <Skeleton className="mb-8 h-10 w-64 max-w-full" />}
      {SHAPES[shape]()}
    </div>
  )
}

const SHAPES: Record<PageShape, () => React.JSX.Element> = {
  cards: () => (
    <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      <CardSkeleton />
      <CardSkeleton />
      <CardSkeleton />
    </div>
  ),
  product: () => (
    <div className="grid gap-8 md:grid-cols-2">
      <Skeleton className="aspect-square" />
      <Skeleton className="h-64" />
    </div>
  ),
  table: () => (
    <div className="grid gap-3">
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
    </div>
  ),
  form: () => <Skeleton className="h-96 max-w-lg" />,
}
