import { useQuery } from '@tanstack/react-query'
import { useParams } from '#client/lib/router.tsx'
import { callQuery } from '#client/lib/query.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { OwnersRatting } from '#client/ui/ratting.tsx'
import { EmptyState } from '#client/ui/states.tsx'
import { useRowFocus } from '#client/ui/use-row-focus.ts'
import type { CoffeeDetails } from '#contract/catalogue.ts'
import { GrindField, useGrinds } from './buy/grind-field.tsx'
import { DetailsPage } from './details-page.tsx'
import { ProductCard } from './product-card.tsx'
import { words } from './texts.ts'

/** The page `/coffeeDetails/{id}` with one brand and its coffees (specification section 2, product list page). */
export function ProductListPage() {
  const { id = '' } = useParams()
  return (
    <DetailsPage
      query={useQuery(callQuery('GET /coffeeDetails/{id}', { params: { id } }))}
      nameOf={({ category_name }) => category_name}
      loading={words.loadingCoffees}
      failed={words.listFailed}
      shape="cards"
    >
      {(brand) => <ProductList brand={brand} />}
    </DetailsPage>
  )
}

/** The number of cards in the first row of a wide window. Their pictures are not loaded lazily. */
const FIRST_ROW = 3

function ProductList({ brand }: { brand: CoffeeDetails }) {
  const rememberCard = useRowFocus(brand.coffees)
  const grinding = useGrinds()
  return (
    <>
      <header className="brand-header">
        <div className="w-24 flex-none overflow-hidden rounded-box sm:w-40">
          <Picture src={brand.img} alt="" sizes="10rem" eager />
        </div>
        <div className="brand-facts">
          <PageTitle title={brand.category_name} />
          <OwnersRatting value={brand.ratting} />
          <p>{words.counted(brand.coffees.length)}</p>
        </div>
        {brand.coffees.length > 0 && <GrindField grinding={grinding} />}
      </header>
      {brand.coffees.length === 0 && <EmptyState title={words.noCoffees} more={words.noCoffeesMore} />}
      {brand.coffees.length > 0 && (
        <ul className="card-grid">
          {brand.coffees.map((product, index) => (
            <li key={product._id} className="grid">
              <ProductCard
                product={product}
                grinding={grinding}
                eager={index < FIRST_ROW}
                onBuy={rememberCard}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
