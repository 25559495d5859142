import { useId } from 'react'
import type { Glance } from '#contract/dashboard.ts'
import { Price } from '#client/ui/price.tsx'
import { words } from './texts.ts'

/** What sold best in the last 30 days. */
export function BestSellers({ products }: { products: Glance['bestSellers'] }) {
  const title = useId()
  return (
    <section className="best-sellers" aria-labelledby={title}>
      <h3 id={title}>{words.bestSellers}</h3>
      {products.length === 0 && <p>{words.nothingSold}</p>}
      <ol>
        {products.map(({ productName, sold, revenue }) => (
          <li key={productName}>
            <span className="product">{productName}</span>
            <span>{words.soldOf(sold)}</span>
            <Price price={revenue} />
          </li>
        ))}
      </ol>
    </section>
  )
}
