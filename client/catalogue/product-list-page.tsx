import { useQuery } from '@tanstack/react-query'
import { useParams } from '#client/lib/router.tsx'
import { callQuery } from '#client/lib/query.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { Ratting } from '#client/ui/ratting.tsx'
import { EmptyState } from '#client/ui/states.tsx'
import { useRowFocus } from '#client/ui/use-row-focus.ts'
import type { CoffeeDetails, Product } from '#contract/catalogue.ts'
import { GoBack } from './go-back.tsx'
import { Gone, isMissing, NoDetails } from './no-details.tsx'
import { ProductCard } from './product-card.tsx'
import { ProductListSkeleton } from './skeletons.tsx'
import { texts, words } from './texts.ts'

/** `/coffeeDetails/{id}`: one brand and its coffees (specification section 2, product list page). */
export function ProductListPage() {
  const { id = '' } = useParams()
  const details = useQuery(callQuery('GET /coffeeDetails/{id}', { params: { id } }))
  const brand = details.data
  if (brand)
    return isMissing(details.error) ? <Gone name={brand.category_name} /> : <ProductList brand={brand} />
  if (details.isPending) return <ProductListSkeleton />
  return <NoDetails title={words.listFailed} query={details} />
}

function ProductList({ brand }: { brand: CoffeeDetails }) {
  const rememberCard = useRowFocus(brand.coffees)
  return (
    <div className="page">
      <GoBack />
      <header className="mt-4 mb-8 flex items-center gap-5 sm:gap-8">
        <div className="w-24 shrink-0 overflow-hidden rounded-box sm:w-40">
          <Picture src={brand.img} alt="" sizes="10rem" eager />
        </div>
        <div className="grid min-w-0 gap-2">
          <PageTitle title={brand.category_name} />
          <Ratting label={texts.ratting} value={brand.ratting} />
          <p>{words.counted(brand.coffees.length)}</p>
        </div>
      </header>
      {brand.coffees.length === 0 ? <NoCoffees /> : <Cards brand={brand} onBuy={rememberCard} />}
    </div>
  )
}

/** How many cards are seen without scrolling. */
const FIRST_ROW = 3

function Cards({ brand, onBuy }: { brand: CoffeeDetails; onBuy: (product: Product) => void }) {
  return (
    <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {brand.coffees.map((product, index) => (
        <li key={product._id} className="grid">
          <ProductCard product={product} eager={index < FIRST_ROW} onBuy={onBuy} />
        </li>
      ))}
    </ul>
  )
}

function NoCoffees() {
  return (
    <EmptyState title={words.noCoffees}>
      <p>{words.noCoffeesMore}</p>
    </EmptyState>
  )
}
