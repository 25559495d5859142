import { pages } from '#contract/pages.ts'
import type { ProductFields } from '../forms/product-fields.ts'

/** The fields of an add form that its address can fill in. */
const CHOOSABLE = ['brand', 'name'] as const

export type Chosen = Partial<Pick<ProductFields, (typeof CHOOSABLE)[number]>>

/** The address of the form for a new coffee of this brand. */
export function addCoffeeOf(brand: string): string {
  return `${pages.addCoffee}?${new URLSearchParams({ brand })}`
}

/** The address of the form for a new packet with this coffee in it. */
export function addPacketOf(name: string): string {
  return `${pages.addPacket}?${new URLSearchParams({ name })}`
}

/** The fields that the query of a form's address fills in. */
export function chosenIn(query: string): Chosen {
  const parameters = new URLSearchParams(query)
  return Object.fromEntries(
    CHOOSABLE.flatMap((field) => (parameters.get(field) ? [[field, parameters.get(field)]] : [])),
  )
}
