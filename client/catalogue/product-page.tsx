import { useQuery } from '@tanstack/react-query'
import { useParams } from '#client/lib/router.tsx'
import { callQuery } from '#client/lib/query.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { Price } from '#client/ui/price.tsx'
import { Ratting } from '#client/ui/ratting.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { grams } from '#client/lib/packed-as.ts'
import type { Product } from '#contract/catalogue.ts'
import { GrindSkeleton } from './buy/grind-field.tsx'
import { BuyForm } from './buy/buy-form.tsx'
import { DetailsPage } from './details-page.tsx'
import { specTexts, words } from './texts.ts'

/** The page `/bagDetails/{id}` with the product of a packet (specification section 2, single product page). */
export function ProductPage() {
  const { id = '' } = useParams()
  return (
    <DetailsPage
      query={useQuery(callQuery('GET /bagDetails/{id}', { params: { id } }))}
      nameOf={({ about }) => about.name}
      loading={words.loadingProduct}
      failed={words.productFailed}
      skeleton={<ProductSkeleton />}
    >
      {({ about }) => <ProductDetails product={about} />}
    </DetailsPage>
  )
}

function ProductDetails({ product }: { product: Product }) {
  return (
    <article className="product-details">
      <div className="overflow-hidden rounded-box">
        <Picture src={product.img} alt="" sizes="(min-width: 768px) 50vw, 100vw" eager />
      </div>
      <div className="grid gap-5">
        <PageTitle title={product.name} />
        <Ratting label={specTexts.ratting} value={product.ratting} />
        <p className="max-w-prose whitespace-pre-line">{product.about}</p>
        <p className="text-2xl">
          <Price price={product.price} />
          {product.weight !== undefined && (
            <>
              <span className="sr-only">, </span>
              <span className="product-weight">{grams(product.weight)}</span>
            </>
          )}
        </p>
        <BuyForm product={product} />
      </div>
    </article>
  )
}

function ProductSkeleton() {
  return (
    <div className="product-details">
      <Skeleton className="aspect-square rounded-box" />
      <div className="grid gap-5">
        <Skeleton className="h-10 w-3/4" />
        <Skeleton className="h-5 w-32" />
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-10 w-28" />
        <GrindSkeleton />
        <Skeleton className="h-11 w-full max-w-sm" />
      </div>
    </div>
  )
}
