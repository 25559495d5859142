/** The texts of the search. The specification has none. */
export const words = {
  title: 'Search',
  titleFor: (text: string) => `Search: ${text}`,
  loading: 'Searching',
  failed: 'The search failed',
  counted: (count: number) => (count === 1 ? '1 coffee' : `${count} coffees`),
  best: (count: number) => `The ${count} best`,
  corrected: (counted: string, found: string) => `${counted} with “${found}”`,
  some: 'No coffee has all of these words. These have some of them.',
  none: (text: string) => `Nothing is called “${text}” here`,
  instead: 'These are on our shelf now:',
  empty: 'What would you like to drink? Search for a name, a taste or a country.',
  all: 'See all coffees',
  ask: 'Ask us for it',
  allFor: (text: string) => `All results for “${text}”`,
} as const
