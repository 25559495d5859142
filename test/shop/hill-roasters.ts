import { DEFAULT_PROFILE } from '#contract/shop/profile.ts'
import type { ShopProfile } from '#contract/shop/profile.ts'

/** The profile of a real shop, in which nothing is empty but its pictures. No text is one of the demo shop's. */
export const hillRoasters: ShopProfile = {
  ...DEFAULT_PROFILE,
  name: 'Hill Roasters',
  tagline: 'Single farms, roasted light, from the hill above Lisboa.',
  hero: { picture: '', sentence: 'Coffee that tastes of where it grew.' },
  story: {
    text: 'In 2019 we bought one sack of beans at a market and a pan to roast them in.\n\nThe pan hangs on the wall now, and we still buy sack by sack.',
    picture: '',
    pictureText: '',
  },
  testimonials: [
    {
      name: 'Marta Nunes',
      from: 'Drinks it black',
      quote: 'I had not known that coffee is a fruit.',
      picture: '',
    },
    { name: 'Oskar Berg', from: '', quote: 'The parcel is here before the bag is empty.', picture: '' },
  ],
  socialLinks: [
    { network: 'Instagram', url: 'https://www.instagram.com/hillroasters' },
    { network: 'Mastodon', url: 'https://social.example/@hillroasters' },
  ],
  contact: {
    email: 'hello@hill.example',
    phone: '+351 912 345 678',
    address: 'Rua da Rosa 7\n1200-381 Lisboa\nPortugal',
  },
  openingHours: 'Mon to Fri 8:00 to 17:00\nSat 9:00 to 13:00',
  accent: '#1a5c4a',
  dateStyle: 'dayFirst',
  legal: {
    imprint:
      '# Who we are\n\nHill Roasters Lda, Rua da Rosa 7, Lisboa. Write to [us](mailto:hello@hill.example).',
    privacy: 'We keep what an order needs, **and nothing else**.',
    terms: '## Orders\n\n1. You order.\n2. We roast.',
    delivery:
      'You may return closed bags within 14 days.\n\n| Country | Up to 1 kg | Up to 5 kg | How long it takes |\n| Portugal | 4.50 | 9.00 | one to three days |',
  },
}
