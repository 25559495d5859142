import { ButtonLink } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { EmptyState } from '#client/ui/states.tsx'
import { homeSections, pages } from '#contract/pages.ts'
import { words } from './texts.ts'

export function EmptyCart() {
  return (
    <EmptyState title={words.emptyTitle} more={words.empty}>
      <ButtonLink to={`${pages.home}#${homeSections.coffees}`}>{words.toCoffee}</ButtonLink>
    </EmptyState>
  )
}

const SKELETON_ROWS = 3

export function CartSkeleton() {
  return (
    <div aria-busy="true" className="cart-skeletons grid gap-4">
      <p className="sr-only">{words.loading}</p>
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <div key={index} className="cart-skeleton">
          <Skeleton className="size-20 shrink-0" />
          <Skeleton className="h-5 grow basis-1/2" />
          <Skeleton className="price h-6 w-16" />
          <Skeleton className="button h-11" />
          <Skeleton className="button h-11" />
        </div>
      ))}
      <Skeleton className="total mt-4 ml-auto h-36 w-full" />
    </div>
  )
}
