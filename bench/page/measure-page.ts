import { inOpenShop } from '../shop/bench-shop.ts'
import type { BenchShop } from '../shop/bench-shop.ts'
import { productPage } from '../shop/product-page.ts'
import type { Figure } from '../figures.ts'
import { measureLargestPaint } from './measure-largest-paint.ts'
import { measureLighthouse } from './measure-lighthouse.ts'
import { measureRouteChanges } from './measure-route-changes.ts'
import { measurePageSize } from './measure-sizes.ts'
import { onScreen } from './screen.ts'
import type { Screen } from './screen.ts'

const measurements: [name: string, measure: (screen: Screen) => Promise<Figure[]>][] = [
  ['home page size', measurePageSize],
  ['LCP', measureLargestPaint('the home page', () => '/')],
  ['product page, LCP', measureLargestPaint('a product page', ({ product }) => product)],
  ['Lighthouse', measureLighthouse('Lighthouse mobile,', () => '/')],
  [
    'product page, Lighthouse',
    measureLighthouse('Lighthouse mobile, product page,', ({ product }) => product),
  ],
  ['route change', measureRouteChanges],
]

/** Returns all measurements of pages, each with its name. Each measurement starts the shop and a browser. */
export function pageMeasurements(shop: BenchShop, rounds: number) {
  return measurements.map(([name, measure]) => ({
    name,
    measure: () =>
      inOpenShop(shop, async (open) =>
        onScreen({ origin: open.origin, product: await productPage(open), rounds }, measure),
      ),
  }))
}
