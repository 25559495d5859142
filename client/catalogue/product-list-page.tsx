import { useQuery } from '@tanstack/react-query'
import { useParams } from '#client/lib/router.tsx'
import { callQuery } from '#client/lib/query.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { Price } from '#client/ui/price.tsx'
import { Ratting } from '#client/ui/ratting.tsx'
import { CardSkeletons, Skeleton } from '#client/ui/skeleton.tsx'
import { EmptyState } from '#client/ui/states.tsx'
import { rowFocusId, useRowFocus } from '#client/ui/use-row-focus.ts'
import type { CoffeeDetails, Product } from '#contract/catalogue.ts'
import { BuyButton } from './buy-button.tsx'
import { DetailsPage } from './details-page.tsx'
import { texts, words } from './texts.ts'

/** The page `/coffeeDetails/{id}` with one brand and its coffees (specification section 2, product list page). */
export function ProductListPage() {
  const { id = '' } = useParams()
  return (
    <DetailsPage
      query={useQuery(callQuery('GET /coffeeDetails/{id}', { params: { id } }))}
      nameOf={({ category_name }) => category_name}
      loading={words.loadingCoffees}
      failed={words.listFailed}
      skeleton={<ProductListSkeleton />}
    >
      {(brand) => <ProductList brand={brand} />}
    </DetailsPage>
  )
}

/** The number of cards that are visible without scrolling. The pictures of these cards are loaded first. */
const FIRST_ROW = 3

function ProductList({ brand }: { brand: CoffeeDetails }) {
  const rememberCard = useRowFocus(brand.coffees)
  return (
    <>
      <header className="brand-header">
        <div className="w-24 flex-none overflow-hidden rounded-box sm:w-40">
          <Picture src={brand.img} alt="" sizes="10rem" eager />
        </div>
        <div className="brand-facts">
          <PageTitle title={brand.category_name} />
          <Ratting label={texts.ratting} value={brand.ratting} />
          <p>{words.counted(brand.coffees.length)}</p>
        </div>
      </header>
      {brand.coffees.length === 0 && (
        <EmptyState title={words.noCoffees}>
          <p>{words.noCoffeesMore}</p>
        </EmptyState>
      )}
      {brand.coffees.length > 0 && (
        <ul className="card-grid">
          {brand.coffees.map((product, index) => (
            <li key={product._id} className="grid">
              <ProductCard product={product} eager={index < FIRST_ROW} onBuy={rememberCard} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type ProductCardProps = {
  product: Product
  eager: boolean
  /**
   * Called before the request to add a coffee to the cart is sent. The list can then keep the focus if the card
   * disappears because the coffee is no longer sold.
   */
  onBuy: (product: Product) => void
}

function ProductCard({ product, eager, onBuy }: ProductCardProps) {
  const id = rowFocusId(product._id)
  return (
    <article className="card">
      <Picture
        src={product.img}
        alt=""
        sizes="(min-width: 1024px) 24rem, (min-width: 640px) 50vw, 100vw"
        eager={eager}
      />
      <div className="card-body">
        <div className="card-name">
          <h2 id={id} tabIndex={-1} className="card-title min-w-0 wrap-anywhere">
            {product.name}
          </h2>
          <div className="text-xl">
            <Price price={product.price} />
          </div>
        </div>
        <div>
          <Ratting label={texts.ratting} value={product.ratting} />
        </div>
        {product.about && <p className="max-w-prose whitespace-pre-line">{product.about}</p>}
        <div className="mt-auto pt-2">
          <BuyButton product={product} describedBy={id} onBuy={onBuy} />
        </div>
      </div>
    </article>
  )
}

function ProductListSkeleton() {
  return (
    <>
      <div className="brand-header">
        <div className="w-24 flex-none overflow-hidden rounded-box sm:w-40">
          <Skeleton className="aspect-square" />
        </div>
        <div className="brand-facts grow">
          <Skeleton className="h-9 w-64 max-w-full" />
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-5 w-20" />
        </div>
      </div>
      <div className="card-grid">
        <CardSkeletons count={FIRST_ROW} />
      </div>
    </>
  )
}
