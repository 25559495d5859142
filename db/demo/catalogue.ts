import catalogue from './catalogue.json' with { type: 'json' }

/** Stars, 1 (poor) to 5 (best). */
export type Ratting = 1 | 2 | 3 | 4 | 5

/** `picture` is a name in pictures.json, which gives the id its files start with. */
export interface DemoBrand {
  key: string
  categoryName: string
  ratting: Ratting
  picture: string
}

export interface DemoCoffee {
  key: string
  brand: string
  name: string
  priceCents: number
  ratting: Ratting
  picture: string
  about: string
}

export interface DemoPacket {
  key: string
  categoryName: string
  name: string
  about: string
  priceCents: number
  ratting: Ratting
  picture: string
}

// The JSON file holds whole numbers; the test beside this file checks that every rating is from 1 to 5.
export const demoBrands = catalogue.brands as DemoBrand[]
export const demoCoffees = catalogue.coffees as DemoCoffee[]
export const demoPackets = catalogue.packets as DemoPacket[]
