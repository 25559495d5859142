import { withCommas } from '#contract/values/money.ts'
import type { TaxClass, TaxRates } from '#contract/selling/settings.ts'
import type { Owner } from '#contract/shop-management.ts'

const TAX_CLASSES = { standard: 'Standard rate', reduced: 'Reduced rate', zero: 'No tax' }

/**
 * The texts that the specification prescribes, in sections 2 (Shop management, Add Product), 5 (add forms), 7 and 8.
 */
export const specTexts = {
  shop: 'My Shop',
  addProduct: 'Add Product',
  delete: 'Delete',
  deleteNow: 'Delete Now',
  /**
   * The toast after a brand or a coffee was deleted. The specification spells it differently from the toast for
   * packets.
   */
  deleted: 'Your Product Delete Succwssfully',
  packetDeleted: 'Your Product Delete Successfully',
  /** The error message for a missing photo. The specification prescribes the same text as for a missing name. */
  photoRequired: 'Name is required',
  required: (field: string) => `${field} is required`,
  selectRatting: 'Select Ratting',
  addPhoto: 'Please Add A Photo',
  added: (brand: string) => `${brand} Added Successfully`,
  packetAdded: 'Product Added Successfully',
} as const

export const labels = {
  brandTab: 'Brand',
  coffeeTab: 'Coffee Name',
  packetTab: 'Packet',
  photo: 'Photo',
  categoryName: 'Category Name',
  name: 'Name',
  coffeeName: 'Coffee Name',
  price: 'Price',
  reduced: 'Show the price before',
  brand: 'Brand',
  about: 'About',
  ratting: 'Ratting',
  weight: 'Weight in grams',
  taxClass: 'Tax',
} as const

/** The texts that the specification does not prescribe. */
export const words = {
  tabs: 'Kinds of entries',
  edit: 'Edit',
  toList: 'Back to the list',
  loading: 'Loading your entries',
  counted: (shown: number, noun: Noun) => `${shown} ${shown === 1 ? noun.one : noun.many}`,
  cut: (max: number, noun: Noun) => `Only the newest ${withCommas(max)} ${noun.many} are listed.`,
  brand: { one: 'brand', many: 'brands' },
  coffee: { one: 'coffee name', many: 'coffee names' },
  packet: { one: 'packet', many: 'packets' },
  add: (noun: Noun) => `Add a ${noun.one}`,
  ownerSwitch: 'Whose entries',
  mine: 'Mine',
  everyones: 'Everyone’s',
  seeEveryones: (noun: Noun) => `See everyone’s ${noun.many}`,
  owner: ({ name, is }: Owner) => `Owner: ${name || 'unknown'}${OWNER_NOTES[is]}`,
  pricesPlace: 'Prices and stock',
  orderPlace: 'Sort',
  failed: (noun: Noun, everyone: boolean) => `${everyone ? 'The' : 'Your'} ${noun.many} could not be loaded`,
  none: (noun: Noun, everyone: boolean) => `${everyone ? 'The shop has' : 'You have'} no ${noun.many} yet`,
  brandNext:
    'A brand is where everything starts: its coffees hang on it, and it is the first thing people see.',
  coffeeNext: 'Coffees are what people buy. Give each a brand, a picture and a price.',
  packetNext: 'A packet is a bag of coffee on the home page.',
  search: (noun: Noun, everyone: boolean) => `Search ${everyone ? 'all' : 'your'} ${noun.many}`,
  noMatch: (text: string) => `Nothing here is called “${text}”`,
  noMatchNext: 'Try fewer letters, or clear the search.',
  gone: 'This entry is no longer here',
  goneNext: 'It may have been deleted in the meantime.',
  notDeleted: (name: string, why: string) => `${name} was not deleted. ${why}`,
  perhapsDeleted: (name: string, why: string) => `It is not known whether ${name} was deleted. ${why}`,
  deleteTitle: (name: string) => `Delete ${name}?`,
  /** `count` is null if the coffees could not be counted. */
  deletesCoffees: (count: number | null) => {
    if (count === null) return 'All of its coffees are deleted with it.'
    return count === 1 ? 'Its one coffee is deleted with it.' : `Its ${count} coffees are deleted with it.`
  },
  coffeesGone: (count: number) => `${count} ${count === 1 ? 'coffee' : 'coffees'} went with it.`,
  restored: (name: string) => `${name} is back in the shop`,
  notRestored: (name: string, why: string) => `${name} could not be brought back. ${why}`,
  perhapsRestored: (name: string, why: string) => `It is not known whether ${name} was brought back. ${why}`,
  saved: (name: string) => `${name} Saved Successfully`,
  editing: (name: string) => `Edit ${name}`,
  addBrand: 'Add Brand',
  addCoffee: 'Add Coffee Name',
  addPacket: 'Add Packet',
  save: 'Save changes',
  cancel: 'Cancel',
  uploading: 'Uploading…',
  saving: 'Saving…',
  notSaved: (why: string) => `This was not saved. ${why} Nothing you typed is lost.`,
  perhapsSaved: (why: string) =>
    `${why} It is not known whether this was saved: please look at your list first. Nothing you typed is lost.`,
  notAcknowledged: 'The shop did not confirm it.',
  inShop: (name: string) => `${name} is in the shop.`,
  nextCoffee: 'Now add a coffee of this brand',
  nextPacket: 'Now add a packet of this coffee',
  anotherCoffee: 'Add another coffee of this brand',
  toPackets: 'See your packets',
  coffeeAboutHint: 'Optional: how it tastes, where it is from',
  greenWord: (word: string) =>
    `“${word}” is vague. In the EU, such a word needs a recognised proof since 27 September 2026 (Directive (EU) 2024/825). Say what exactly is better, such as “a bag without aluminium”.`,
  tooLong: (max: number) => `Please keep this to ${max} characters`,
  priceHint: (currency: string, example: string) =>
    `In ${currency === 'USD' ? 'dollars' : currency}, such as ${example}`,
  reducedHint:
    'Tick this when you lower the price. Customers see the lowest price of the 30 days before, crossed out.',
  priceProblem: (problem: string) => `Price ${problem}`,
  weightHint:
    'Such as 250. Without it, customers see no price per kilogram, and delivery by weight counts it as 0 g.',
  weightProblem: (max: number) =>
    `Weight must be a whole number of grams from 1 to ${withCommas(max)}, or empty`,
  rattingHint: 'Your own rating, from 1 to 5 stars. Customers see it.',
  taxClass: (name: TaxClass, rates: TaxRates | undefined) =>
    name === 'zero' || !rates ? TAX_CLASSES[name] : `${TAX_CLASSES[name]} (${rates[name] / 100}%)`,
  taxHints: {
    standard: 'The price includes it.',
    reduced: 'The price includes it. Coffee usually has the reduced rate in your country.',
    zero: 'The price includes it. Coffee usually has no tax in your country.',
  },
  selectBrand: 'Select Brand',
  newBrandHint: 'A farm, a region or your roastery. Its coffees are listed under it.',
  selectCoffee: 'Select Coffee Name',
  listLoading: 'Loading…',
  brandsFailed: 'The brands could not be loaded.',
  coffeesFailed: 'Your coffee names could not be loaded.',
  retry: 'Retry',
  noBrands: 'There is no brand yet.',
  noCoffees: 'You have no coffee name yet.',
} as const

const OWNER_NOTES: Record<Owner['is'], string> = { caller: ' (you)', admin: '', gone: ', no longer an admin' }

/** The name of a kind of catalogue entry in the singular and in the plural, for example `brand` and `brands`. */
export type Noun = { one: string; many: string }
