import type { Lot } from '#contract/orders/lots.ts'
import { pages } from '#contract/pages.ts'
import { dateText } from '#contract/values/dates/date-texts.ts'
import { grams } from '#contract/values/orders/grams.ts'

/** The texts of the roast book, and of the lots of an order. */
export const words = {
  lead: 'Each roast is a lot. When an order is packed, its coffees get the oldest lot with enough left.',
  loading: 'Loading the roast book',
  failed: 'The roast book could not be loaded',
  none: 'Nothing is roasted yet',
  noneMore: 'Enter the first lot above.',
  csv: 'Export CSV',
  newLot: 'Enter a lot',
  coffee: 'Coffee',
  choose: 'Choose a coffee',
  fills: (pool: string) => `It is added to the stock ${pool}.`,
  fillsNothing: 'The stock of this coffee is not counted in grams, so it stays as it is.',
  name: 'Lot',
  day: 'Roasted on',
  dayRule: 'Choose today or an earlier day.',
  nameTaken: (name: string, day: string) =>
    `There is already a lot ${name} of this coffee, roasted on ${dateText(day)}.`,
  green: 'Green coffee in kg',
  kilosRoasted: 'Roasted coffee in kg',
  kilosRule: 'Enter kilograms, such as 8.25.',
  supplier: 'Supplier (optional)',
  dueDiligence: 'Reference for the EU’s deforestation rules (optional)',
  note: 'Note (optional)',
  required: 'This is required.',
  usedUp: 'It is used up: nothing more is packed from it',
  enter: 'Enter the lot',
  entered: (name: string) => `Lot ${name} is in the roast book`,
  saving: 'Saving…',
  save: 'Save',
  saved: 'The lot is corrected',
  find: 'Who got lot …',
  findHint: 'Finds lots whose name contains this.',
  findButton: 'Find',
  all: 'Show all lots',
  notFound: (name: string) => `There is no lot “${name}”`,
  notFoundMore: 'Try a part of its name.',
  book: 'Lots',
  who: 'Who got it',
  whoOf: (lot: string) => `Who got it: ${lot}`,
  noOrders: 'No order was packed from this lot.',
  loadingOrders: 'Loading the orders',
  ordersFailed: 'The orders could not be loaded',
  order: (number: number) => `Order ${number}`,
  correct: 'Correct',
  correctOf: (lot: string) => `Correct ${inSentence(lot)}`,
  keep: 'Keep as it is',
  takeBack: 'Take back',
  takeBackOf: (lot: string) => `Take back ${inSentence(lot)}`,
  takeBackTitle: (lot: string) => `Take back ${inSentence(lot)}?`,
  takeBackMore: (pool: string) => `It leaves the roast book, and its grams leave the stock ${pool}.`,
  takeBackUncounted:
    'It leaves the roast book. The stock of this coffee is not counted in grams, so it stays as it is.',
  tookBack: 'The lot is taken back',
  noLot: 'No lot',
  change: 'Change lot',
  changeOf: (product: string) => `Change lot of ${product}`,
  firstLot: 'Lot',
  secondLot: 'Second lot, for the rest',
  loadingLots: 'Loading the lots',
  lotsFailed: 'The lots could not be loaded',
  changed: (product: string) => `The lot of ${product} is changed`,
} as const

/** Returns the address of the roast book with the lots of this name. */
export function addressOfLot(name: string): string {
  return `${pages.lots}?lot=${encodeURIComponent(name)}`
}

/** Returns the title of a lot as it is written after other words: `lot 47, Harar`. */
function inSentence(title: string): string {
  return title.charAt(0).toLowerCase() + title.slice(1)
}

/** Returns the name of a lot with its coffee: `Lot 47, Harar`. */
export function lotTitle({ name, coffeeName }: Lot): string {
  return `Lot ${name}, ${coffeeName}`
}

/** Returns how a lot was named and when it was roasted: `Lot 47, roasted on 24 November 2026`. */
export function lotText({ name, roastedOn }: { name: string; roastedOn: string }): string {
  return `Lot ${name}, roasted on ${dateText(roastedOn)}`
}

/** Returns what came of the green coffee: `10 kg green, 8 kg roasted: 80 % of it, 2 kg lost`. */
export function yieldText({ greenGrams, roastedGrams }: Lot): string {
  const share = Math.round((roastedGrams * 1000) / greenGrams) / 10
  return `${grams(greenGrams)} green, ${grams(roastedGrams)} roasted: ${share}\u00A0% of it, ${grams(greenGrams - roastedGrams)} lost`
}

/** Returns grams that are typed in kilograms, such as `8.25` or `8,25`, or null for any other text. */
export function typedGrams(text: string): number | null {
  const found = /^(\d{1,5})([.,]\d{1,3})?$/.exec(text.trim())
  return found && Math.round(Number(found[0].replace(',', '.')) * 1000)
}

/** Returns the name that follows another, such as `48` after `47` or `L-008` after `L-007`, or an empty text. */
export function nextName(name = ''): string {
  const [, start, digits] = /^(.*?)(\d{1,9})$/.exec(name) ?? []
  if (start === undefined || digits === undefined) return ''
  return start + String(Number(digits) + 1).padStart(digits.length, '0')
}
