/** A quiet stand-in in the shape of what is coming; `className` gives that shape. */
export function Skeleton({ className }: { className: string }) {
  return <div className={`skeleton ${className}`} />
}

/** The stand-in of a card with a picture, two lines and a button. */
export function CardSkeleton() {
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
