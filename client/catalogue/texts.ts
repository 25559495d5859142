/** The texts that the specification prescribes, in sections 2 (single product and product list page) and 7. */
export const specTexts = {
  goBack: 'Go Back',
  buyNow: 'Buy Now',
  ratting: 'Ratting',
  added: (product: string) => `${product} Added Successfully`,
} as const

/** The texts that the specification does not prescribe. */
export const words = {
  coffee: 'Coffee',
  adding: 'Adding…',
  signInToBuy: (products: string, isOne: boolean) =>
    `Log in or sign up, and ${products} ${isOne ? 'is' : 'are'} put into your cart.`,
  signInToWatch: (product: string) => `Log in or sign up, and we will tell you when ${product} is back.`,
  tooFew: (why: string) => `${why} Nothing was added.`,
  chooseOnly: (left: number) => `Choose ${left} instead`,
  several: (product: string, count: number) => (count === 1 ? product : `${count} × ${product}`),
  grind: 'Grind',
  grindAsLast: 'Grind, as last time',
  grindsFailed: 'The grinds could not be loaded.',
  retry: 'Retry',
  grindGone: (product: string) =>
    `${product} is not ground like this any more, and was not added. Please choose another grind.`,
  count: 'How many',
  oneLess: 'One less',
  oneMore: 'One more',
  size: 'Size',
  pictures: (count: number) => `${count} pictures`,
  picture: (name: string, at: number) => `${name}, picture ${at}`,
  ofBrand: 'by',
  aboutCoffee: 'About this coffee',
  brewGuide: 'How we brew it',
  brewColumns: {
    method: 'Brewer',
    dose: 'Coffee',
    water: 'Water',
    heat: 'Heat',
    time: 'Time',
    ratio: 'Ratio',
  },
  brewGrind: (grind: string) => `${grind.toLowerCase()} grind`,
  brewHint: 'Sour in the cup: grind finer. Bitter: coarser.',
  related: 'If you like this one',
  roastOf: (level: number, max: number) => `${level} of ${max}`,
  fewLeft: (left: number) => `Only ${left} left`,
  soldOut: 'Sold out',
  watch: 'Tell me when it is back',
  unwatch: 'Do not tell me after all',
  watching: (product: string) => `We will write to you when ${product} is back`,
  notWatching: (product: string) => `You will get no mail about ${product}`,
  backAlready: (product: string) => `${product} is back already`,
  notWatched: (product: string, why: string) => `It was not noted that you want ${product}. ${why}`,
  loadingCoffees: 'Loading the coffees',
  loadingProduct: 'Loading the product',
  listFailed: 'The coffees could not be loaded',
  productFailed: 'This product could not be loaded',
  notFoundTitle: 'We could not find this coffee',
  notFound: 'It may have sold out for good, or the address has a slip in it.',
  toHome: 'See all coffees',
  goneTitle: (name: string) => `${name} is no longer in the shop`,
  gone: 'It has been taken off the shelf in the meantime. There is more to choose from.',
  noCoffees: 'No coffees here right now',
  noCoffeesMore: 'This roaster is between harvests. The others have plenty.',
  counted: (count: number) => (count === 1 ? '1 coffee' : `${count} coffees`),
  perhapsAdded: (product: string, why: string) =>
    `${why} It is not known whether ${product} was added: please look into your cart first.`,
  notSold: (product: string) => `${product} is no longer sold. It was not added to your cart.`,
  priceChanged: (product: string, price: string | undefined) =>
    price
      ? `${product} now costs ${price}. It was not added; buy it at the new price if you like.`
      : `The price of ${product} has changed. It was not added.`,
} as const
