import catalogue from './catalogue.json' with { type: 'json' }

/** A rating in stars, from 1 (poor) to 5 (best). */
export type Ratting = 1 | 2 | 3 | 4 | 5

/** `picture` is a key of pictures.json. Its value is the id with which the file names begin. */
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

// The cast narrows `number` to 1 to 5, which the test beside this file checks.
export const demoBrands = catalogue.brands as DemoBrand[]
export const demoCoffees = catalogue.coffees as DemoCoffee[]
export const demoPackets = catalogue.packets as DemoPacket[]
