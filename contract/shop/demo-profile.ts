import type { PageName } from '../pages.ts'
import { homeSection } from './choices.ts'
import { DEFAULT_PROFILE } from './profile.ts'
import type { ShopProfile } from './profile.ts'

/**
 * The names of the pictures that come with the program. In a profile, the picture `hero` has the address `site:hero`.
 */
export const SITE_PICTURES = ['hero', 'story', 'guest-1', 'guest-2', 'guest-3'] as const

/**
 * The profile of the demo shop, until an admin publishes another one. Its words, and the sections of its home page, are
 * those of the specification (sections 1, 2, 5 and 8). Their spelling must not be changed.
 */
export const DEMO_PROFILE: ShopProfile = {
  ...DEFAULT_PROFILE,
  name: 'Crema',
  dateStyle: 'dayFirst',
  frame: 'specified',
  showsOwnRatings: true,
  tagline: 'Small-batch coffee, roasted on Tuesdays, at its best by Sunday.',
  hero: { picture: 'site:hero', sentence: 'Roasted in small batches, for mornings that take their time.' },
  story: {
    text: `Crema began in a garage, with a second-hand drum roaster and a neighbour who kept knocking. Twelve years on, the roaster is bigger and the knocking comes by mail.

We buy from growers whose names we know, roast on Tuesdays, taste on Wednesdays, and send out nothing that we would not pour for a friend.`,
    picture: 'site:story',
    pictureText: 'Our roaster beside the drum, with beans cooling in the tray',
  },
  home: [
    homeSection('hero', { button: 'Buy Coffee', other: 'About Us' }),
    homeSection('brands', { heading: 'See Our All Coffee Category', button: 'See Coffee' }),
    homeSection('story', { heading: 'CREATE A NEW STORY WITH US', button: 'Plan a visit' }),
    homeSection('bags', { heading: 'See Our All Coffee Bags Category', button: 'See Details' }),
    homeSection('reviews', { heading: 'OUR CUSTOMER REVIEW' }),
    homeSection('coffees', { heading: 'Our coffees', button: 'See all coffees' }, false),
  ],
  words: {
    rating: 'Ratting',
    notFound: 'Sorryyyyyyy, We Have Nothing This URL',
    loggedIn: 'Login Successsfully',
    shortPassword: 'Password must be 6 caracter or longer',
  },
  testimonials: [
    {
      name: 'Amara Okafor',
      from: 'Buys the house blend, twice a month',
      quote:
        'The bag arrives and the whole stairwell knows. I have stopped making excuses for leaving the office at four.',
      picture: 'site:guest-1',
    },
    {
      name: 'Tomas Lindqvist',
      from: 'Runs the bakery on the corner',
      quote: 'I changed flour three times in ten years and coffee once. Our guests noticed the coffee first.',
      picture: 'site:guest-2',
    },
    {
      name: 'Joan Ferrer',
      from: 'Took up pour-over at sixty-eight',
      quote:
        'I wrote to ask about my grinder and got an answer longer than my question. Now my cups taste like the note on the bag.',
      picture: 'site:guest-3',
    },
  ],
}

/** The descriptions of the demo shop's pages for search engines, where they differ from those of a real shop. */
export const DEMO_DESCRIPTIONS: { [N in PageName]?: string } = {
  home: 'Coffee from a small roaster: single origins, house blends and bags, roasted to order.',
  contact: 'Write to us: about an order, a coffee, or a visit to the roastery.',
}
