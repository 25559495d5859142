import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import type { Address, DeliveryMethod, SellingSettings } from '#contract/selling/settings.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { saveSetting } from './opening.ts'

/**
 * A parcel service with a price by weight to Portugal and Spain, free for orders from $50, and a price of $20 to the
 * rest of the world.
 */
export const post: DeliveryMethod = {
  id: 'post',
  name: 'Post',
  kind: 'parcel',
  note: 'With a tracking number.',
  zones: [
    {
      countries: ['PT', 'ES'],
      rate: {
        type: 'byWeight',
        steps: [
          { upToGrams: 1000, price: 450 },
          { upToGrams: 5000, price: 900 },
        ],
      },
      freeFrom: 5000,
      transitDays: { least: 1, most: 3 },
    },
    {
      countries: [],
      rate: { type: 'flat', price: 2000 },
      freeFrom: null,
      transitDays: { least: 5, most: 10 },
    },
  ],
}

export const counter: DeliveryMethod = {
  id: 'counter',
  name: 'At the roastery',
  kind: 'pickup',
  note: 'Monday to Friday, nine to five.',
  zones: [],
}

/** The settings of a shop in Portugal that roasts every day, and offers subscriptions. */
export const portugueseShop: SellingSettings = {
  ...DEFAULT_SELLING,
  timeZone: 'Europe/Lisbon',
  country: 'PT',
  methods: [post, counter],
  roasting: { weekdays: [0, 1, 2, 3, 4, 5, 6], cutOff: '10:00', closedDays: [] },
  tax: [{ country: 'PT', standard: 2300, reduced: 600 }],
  payLaterNote: 'IBAN PT50 0000, with the number of your order.',
  payAtPickupNote: 'In cash at the counter.',
  subscriptions: { isOffered: true, percentOff: 0 },
}

export const lisbonAddress: Address = {
  name: 'Cora Reis',
  company: '',
  line1: 'Rua do Carmo 12',
  line2: '2.º Esq.',
  city: 'Lisboa',
  region: '',
  postcode: '1200-093',
  country: 'PT',
  phone: '+351 912 345 678',
}

/** Saves settings for selling in the database of a test shop. */
export function saveTestSelling(database: ShopDatabase, settings: SellingSettings): Promise<void> {
  return saveSetting(database, 'selling', { value: settings, at: Date.now() })
}
