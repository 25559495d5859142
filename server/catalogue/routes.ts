import { catalogueCalls } from '#contract/catalogue.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import type { Catalogue } from './catalogue.ts'

export function catalogueRoutes(setup: CallsSetup, catalogue: Catalogue): void {
  serveCalls(setup, catalogueCalls, {
    'GET /allCoffee': () => catalogue.brandsAnswer(),
    'GET /allPacket': () => catalogue.bagsAnswer(),
    'GET /coffeeDetails/{id}': ({ params }) => catalogue.coffeeDetails(params.id),
    'GET /bagDetails/{id}': ({ params }) => catalogue.bagDetails(params.id),
    'GET /coffee/{id}': ({ params }) => catalogue.coffeePage(params.id),
    'GET /coffees': ({ query }) => catalogue.coffeeList(query),
    'GET /search': async ({ query }) => (await catalogue.readSearch(query)).body,
  })
}
