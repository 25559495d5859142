import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { useParams } from '#client/lib/router.tsx'
import { chosenSize } from '#contract/values/product-pages.ts'
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
      shape="product"
    >
      {(page) => <CoffeeDetails key={page.chosen} page={page} />}
    </DetailsPage>
  )
}
