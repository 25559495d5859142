import { isRefusal } from '#client/lib/api.ts'
import type { ApiError } from '#client/lib/api.ts'
import { listText } from '#client/lib/list-text.ts'
import type { OrderItem } from '#contract/cart.ts'
import { changeWords as words } from './texts.ts'

/** The refusals of a payment whose reason may be that the cart was changed in another tab. */
const REASONS: ReadonlySet<string> = new Set(['not-found', 'total-changed'])

export function mayBeChange(error: unknown): boolean {
  return isRefusal(error) && REASONS.has(error.code)
}

type Shown = { _id: string; productName: string }

/**
 * Returns a text that says which of the lines that a customer wanted to pay for are no longer in the cart or are not
 * unpaid any more, because the cart was changed in another tab or on another device. `isEmpty` is true if none of them
 * can be paid any more. Returns null if all can be paid.
 */
export function findChange(
  shown: readonly Shown[],
  cart: readonly OrderItem[],
): { text: string; isEmpty: boolean } | null {
  const now = new Map(cart.map((item) => [item._id, item]))
  const gone = shown.filter(({ _id }) => !now.has(_id))
  const taken = shown.filter(({ _id }) => now.get(_id)?.payment ?? now.get(_id)?.checking)
  const texts = [
    ...(gone.length > 0 ? [words.gone(namesOf(gone), gone.length)] : []),
    ...(taken.length > 0 ? [words.taken(namesOf(taken), taken.length)] : []),
  ]
  if (texts.length === 0) return null
  return {
    text: [...texts, words.nothingCharged].join(' '),
    isEmpty: gone.length + taken.length === shown.length,
  }
}

function namesOf(lines: Shown[]): string {
  const counts = Map.groupBy(lines, ({ productName }) => productName)
  return listText([...counts].map(([name, { length }]) => (length === 1 ? name : `${length} × ${name}`)))
}

const NAMES_PRODUCT = [
  'price-changed',
  'product-removed',
  'sold-out',
  'discount-refused',
  'amount-too-small',
  'amount-too-large',
  'amount-not-payable',
]

/** Returns the `detail` of an error if it names the product for which the server has refused a payment. */
export function detailWithProduct({ code, body }: ApiError): string | undefined {
  return NAMES_PRODUCT.includes(code) ? body?.detail : undefined
}
