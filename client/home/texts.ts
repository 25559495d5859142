import type { Testimonial } from '#contract/shop/profile.ts'

/**
 * The texts of the home page that the specification prescribes (sections 1 and 2), including their unusual spelling.
 */
export const specTexts = {
  buyCoffee: 'Buy Coffee',
  aboutUs: 'About Us',
  coffees: 'See Our All Coffee Category',
  story: 'CREATE A NEW STORY WITH US',
  bags: 'See Our All Coffee Bags Category',
  reviews: 'OUR CUSTOMER REVIEW',
  ratting: 'Ratting',
  seeCoffee: 'See Coffee',
  seeDetails: 'See Details',
} as const

/** The texts of the home page that the specification does not prescribe. */
export const words = {
  demoInvitation: 'Plan a visit',
  invitation: 'Write to us',
  loading: 'Loading',
  coffeesFailed: 'The coffees could not be loaded',
  coffeesEmpty: 'No coffee on the shelf today',
  bagsFailed: 'The bags could not be loaded',
  bagsEmpty: 'No bags on the shelf today',
  emptyMore: 'The next roast is on its way. Please look in again soon.',
  previousReview: 'Previous review',
  nextReview: 'Next review',
  place: (place: number, count: number) => `${place} of ${count}`,
  review: (place: number, count: number, { quote, name }: Testimonial) =>
    `Review ${place} of ${count}: ${quote} ${name}`,
} as const
