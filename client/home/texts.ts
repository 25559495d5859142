import type { Testimonial } from '#contract/shop/profile.ts'

/** The texts of the home page. Its headings and buttons are in the profile of the shop. */
export const words = {
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
