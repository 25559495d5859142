/** The texts of the page that changes the order of brands and products. The specification prescribes none of them. */
export const words = {
  page: 'My Shop: sort',
  heading: 'Sort what you sell',
  lead: 'Customers see everything in this order. Drag a row by its handle, or use the arrows. Each move is saved at once.',
  brands: 'Brands',
  packets: 'Packets',
  coffeesOf: 'Coffees of a brand',
  brand: 'Brand',
  none: 'There is nothing to sort here yet.',
  loading: 'Loading the list',
  failed: 'The list could not be loaded',
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  drag: (name: string) => `Drag ${name}`,
  moved: (name: string, place: number, count: number) => `${name} is now ${place} of ${count}`,
  notMoved: (name: string, why: string) => `${name} was not moved. ${why}`,
  back: 'Back to My Shop',
} as const
