/** The texts of the search in the dashboard. The specification has none. */
export const words = {
  landmark: 'Dashboard',
  label: 'Search orders, people, messages and products',
  labelForPackers: 'Search orders and messages',
  hint: 'Order, name, postcode, coffee',
  key: '/',
  list: 'What was found',
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  none: (text: string) => `Nothing found for “${text}”. Words are found by their beginning.`,
  searching: 'Searching…',
  failed: 'The search failed. Type on to try again.',
  kinds: {
    order: (number: number | undefined) => `Order ${number}`,
    account: () => 'Account',
    message: () => 'Message',
    coffee: () => 'Coffee',
    bag: () => 'Bag',
  },
} as const
