import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { useParams } from '#client/lib/router.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { chosenSize } from '#contract/values/product-pages.ts'
import { GrindSkeleton } from '../buy/grind-field.tsx'
import { DetailsPage } from '../details-page.tsx'
import { words } from '../texts.ts'
import { CoffeeDetails } from './coffee-details.tsx'

/**
 * The pages `/coffee/{id}` of a coffee and `/bagDetails/{id}` of a packet (specification section 2, single product
 * page). Both show all sizes of the coffee.
 */
export function CoffeePage() {
  const { id = '' } = useParams()
  return (
    <DetailsPage
      query={useQuery(callQuery('GET /coffee/{id}', { params: { id } }))}
      nameOf={(page) => chosenSize(page).name}
      loading={words.loadingProduct}
      failed={words.productFailed}
      skeleton={<CoffeeSkeleton />}
    >
      {(page) => <CoffeeDetails key={page.chosen} page={page} />}
    </DetailsPage>
  )
}

function CoffeeSkeleton() {
  return (
    <div className="coffee">
      <div className="gallery">
        <Skeleton className="aspect-square" />
      </div>
      <div className="coffee-choice">
        <Skeleton className="h-10 w-3/4" />
        <Skeleton className="h-5 w-32" />
        <Skeleton className="h-40 w-full" />
        <GrindSkeleton />
        <Skeleton className="h-11 w-full" />
      </div>
    </div>
  )
}
