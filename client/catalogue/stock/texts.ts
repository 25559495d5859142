import { withCommas } from '#contract/values/money.ts'
import type { Stock } from '#contract/selling/stock.ts'

/** The texts of the panel in which an admin changes the stock of a product. */
export const words = {
  heading: 'Stock',
  loading: 'Loading the stock',
  failed: 'The stock could not be loaded',
  use: 'Taken from',
  none: 'Not counted, never sold out',
  bags: 'Bags of this product',
  pool: (name: string) => `Pool: ${name}`,
  newPool: 'A new pool of grams',
  poolName: 'Name of the pool',
  poolNameRequired: 'The pool needs a name',
  weightFirst: 'A pool of grams can be chosen once the weight is saved.',
  amount: { bags: 'Bags', grams: 'Grams' },
  left: ({ unit, remaining }: Pick<Stock, 'unit' | 'remaining'>) => `${withCommas(remaining)} ${unit} left`,
  hint: (left: string) => `${left}. Write +20 to add 20, -2 to take 2 away, or 30 to set it to 30`,
  newHint: {
    bags: 'How many there are now, such as 30',
    grams: 'How many there are now, for all products of the pool together, such as 5000',
  },
  amountProblem: 'This must be a whole number, such as 30, +20 or -2',
  firstAmount: {
    bags: 'How many bags are there? With 0, the product is sold out',
    grams: 'How many grams are there? With 0, its products are sold out',
  },
  tooLittle: 'There is less than that',
  save: 'Save stock',
  saving: 'Saving…',
  saved: 'The stock is saved',
  notSaved: (why: string) => `The stock was not saved. ${why}`,
} as const
