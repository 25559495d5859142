import type { PageState } from '#contract/pages.ts'
import { areProductsPublic } from '#contract/values/product-pages.ts'

const PUBLIC_LISTS = new Set(['GET /allCoffee', 'GET /allPacket', 'GET /legal/{page}'])
const PRODUCT_CALLS = new Set(['GET /coffeeDetails/{id}', 'GET /bagDetails/{id}'])

/** Returns whether visitors may make a call, so that its data need not be removed when the user signs out. */
export function isPublicCall(call: string, { settings }: PageState): boolean {
  return PUBLIC_LISTS.has(call) || (PRODUCT_CALLS.has(call) && areProductsPublic(settings.shop))
}
