import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'

/**
 * The demo shop's settings for selling. It roasts on Tuesdays, as its texts say, sends parcels everywhere, and has a
 * counter for pickups. The shop has no grinds to choose from. Everything else is as in every new shop.
 */
export const demoSelling: SellingSettings = {
  ...DEFAULT_SELLING,
  timeZone: 'America/New_York',
  grinds: [],
  methods: [
    {
      id: 'parcel',
      name: 'Parcel',
      kind: 'parcel',
      note: 'With a tracking number.',
      zones: [
        {
          countries: ['US'],
          rate: { type: 'flat', price: 490 },
          freeFrom: 4000,
          transitDays: { least: 1, most: 3 },
        },
        {
          countries: ['CA', 'MX'],
          rate: {
            type: 'byWeight',
            steps: [
              { upToGrams: 1000, price: 890 },
              { upToGrams: 5000, price: 1490 },
              { upToGrams: 20_000, price: 2900 },
            ],
          },
          freeFrom: 8000,
          transitDays: { least: 3, most: 6 },
        },
        {
          countries: [],
          rate: { type: 'flat', price: 1900 },
          freeFrom: 12_000,
          transitDays: { least: 5, most: 10 },
        },
      ],
    },
    {
      id: 'pickup',
      name: 'At the roastery',
      kind: 'pickup',
      note: 'Wednesday to Saturday, nine to five. Ring the bell at the green door.',
      zones: [],
    },
  ],
  food: {
    name: 'Roasted coffee',
    storage: 'Keep it closed, cool and dry, and grind it just before you brew.',
    firm: 'Crema Coffee Roasters, 12 Mill Lane, Hudson, New York',
  },
  roasting: { weekdays: [2], cutOff: '10:00', closedDays: [] },
}
