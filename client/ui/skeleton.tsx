import type { PageShape } from '#contract/values/page-table.ts'
import { words } from './texts.ts'

/** A grey block in place of content that is still loading. The classes in `className` set its size. */
export function Skeleton({ className }: { className: string }) {
  return <div className={`skeleton ${className}`} />
}

/** Shows `count` placeholder cards while a list of cards is loading. */
export function CardSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => <CardSkeleton key={index} />)
}

/** A placeholder for a card with a picture, two lines of text and a button. */
function CardSkeleton() {
  return (
    <div className="card">
      <Skeleton className="aspect-square" />
      <div className="card-body">
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="mt-auto h-11 w-full" />
      </div>
    </div>
  )
}

const TABLE_ROWS = 8

/** A placeholder for a table that is still loading. */
export function TableSkeleton() {
  return (
    <div className="table-skeleton grid gap-2">
      {Array.from({ length: TABLE_ROWS }, (_, index) => (
        <Skeleton key={index} className="h-16" />
      ))}
    </div>
  )
}

/** A placeholder for a page whose code is still loading. It has roughly the same shape as the page. */
export function PageSkeleton({ shape }: { shape: PageShape }) {
  return (
    <div className="page" role="status" aria-label={words.loading}>
      {shape !== 'product' && <Skeleton className="mb-8 h-10 w-64 max-w-full" />}
      <ShapedSkeleton shape={shape} />
    </div>
  )
}

/** A placeholder for the contents of a page. */
export function ShapedSkeleton({ shape }: { shape: PageShape }) {
  return SHAPES[shape]
}

const SHAPES: Record<PageShape, React.JSX.Element> = {
  cards: (
    <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      <CardSkeletons count={3} />
    </div>
  ),
  product: (
    <div className="grid gap-8 md:grid-cols-2">
      <Skeleton className="aspect-square" />
      <Skeleton className="h-64" />
    </div>
  ),
  table: <TableSkeleton />,
  form: <Skeleton className="h-96 max-w-lg" />,
}
