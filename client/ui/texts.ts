/** Texts of all pages. Of these, the specification prescribes only `Sign Out`. Those of forms stand with their fields. */
export const words = {
  noScriptPage: 'This page needs JavaScript, which your browser has switched off.',
  loading: 'Loading',
  retry: 'Retry',
  retrying: 'Trying again…',
  cancel: 'Cancel',
  undo: 'Undo',
  dismiss: 'Dismiss',
  fewLeft: (left: number) => `Only ${left} left`,
  soldOut: 'Sold out',
  was: 'was',
  lowestPrice: 'lowest price of the 30 days before',
  orderUntil: (until: string, promise: string) =>
    `Order until ${until}: ${promise.charAt(0).toLowerCase()}${promise.slice(1)}.`,
  deliveryTo: (country: string, price: string | null, freeFrom: string | null) =>
    price === null
      ? `Free delivery to ${country}.`
      : `Delivery to ${country} from ${price}${freeFrom === null ? '' : `, free from ${freeFrom}`}.`,
  pickup: (name: string) => `${name}, free.`,
  taxIncluded: 'Prices include tax.',
  signOut: { specified: 'Sign Out', storefront: 'Sign out' },
  signedOut: 'You are signed out',
  oneLess: 'One less',
  oneMore: 'One more',
  showMore: (step: number, all: number) => `Show ${step} more of ${all}`,
} as const
