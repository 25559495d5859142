import { useQuery } from '@tanstack/react-query'
import { useParams } from '#client/lib/router.tsx'
import { callQuery } from '#client/lib/query.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { Price } from '#client/ui/price.tsx'
import { Ratting } from '#client/ui/ratting.tsx'
import type { Product } from '#contract/catalogue.ts'
import { BuyButton } from './buy-button.tsx'
import { GoBack } from './go-back.tsx'
import { Gone, isMissing, NoDetails } from './no-details.tsx'
import { ProductSkeleton } from './skeletons.tsx'
import { texts, words } from './texts.ts'

/** `/bagDetails/{id}`: what is in a packet (specification section 2, single product page). */
export function ProductPage() {
  const { id = '' } = useParams()
  const details = useQuery(callQuery('GET /bagDetails/{id}', { params: { id } }))
  const product = details.data?.about
  if (product)
    return isMissing(details.error) ? <Gone name={product.name} /> : <OneProduct product={product} />
  if (details.isPending) return <ProductSkeleton />
  return <NoDetails title={words.productFailed} query={details} />
}

function OneProduct({ product }: { product: Product }) {
  return (
    <div className="page">
      <GoBack />
      <article className="mt-4 grid items-center gap-8 md:grid-cols-2 lg:gap-16">
        <div className="overflow-hidden rounded-box">
          <Picture src={product.img} alt="" sizes="(min-width: 768px) 50vw, 100vw" eager />
        </div>
        <div className="grid gap-5">
          <PageTitle title={product.name} />
          <Ratting label={texts.ratting} value={product.ratting} />
          <p className="max-w-prose break-words whitespace-pre-line">{product.about}</p>
          <p className="text-2xl">
            <Price price={product.price} />
          </p>
          <div className="max-w-sm">
            <BuyButton product={product} />
          </div>
        </div>
      </article>
    </div>
  )
}
