/**
 * The texts of the home page that the specification prescribes (sections 1 and 2), including their unusual spelling.
 */
export const texts = {
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
  hero: 'Roasted in small batches, for mornings that take their time.',
  storyParagraphs: [
    'Crema began in a garage, with a second-hand drum roaster and a neighbour who kept knocking. Twelve years on, the roaster is bigger and the knocking comes by mail.',
    'We buy from growers whose names we know, roast on Tuesdays, taste on Wednesdays, and send out nothing that we would not pour for a friend.',
  ],
  storyInvitation: 'Plan a visit',
  storyPicture: 'Our roaster beside the drum, with beans cooling in the tray',
  loading: 'Loading',
  coffeesFailed: 'The coffees could not be loaded',
  coffeesEmpty: 'No coffee on the shelf today',
  bagsFailed: 'The bags could not be loaded',
  bagsEmpty: 'No bags on the shelf today',
  emptyMore: 'The next roast is on its way. Please look in again soon.',
  previousReview: 'Previous review',
  nextReview: 'Next review',
} as const

export type Testimonial = { name: string; from: string; quote: string; picture: string }

export const testimonials: readonly Testimonial[] = [
  {
    name: 'Amara Okafor',
    from: 'Buys the house blend, twice a month',
    quote:
      'The bag arrives and the whole stairwell knows. I have stopped making excuses for leaving the office at four.',
    picture: 'guest-1',
  },
  {
    name: 'Tomas Lindqvist',
    from: 'Runs the bakery on the corner',
    quote: 'I changed flour three times in ten years and coffee once. Our guests noticed the coffee first.',
    picture: 'guest-2',
  },
  {
    name: 'Joan Ferrer',
    from: 'Took up pour-over at sixty-eight',
    quote:
      'I wrote to ask about my grinder and got an answer longer than my question. Now my cups taste like the note on the bag.',
    picture: 'guest-3',
  },
]
