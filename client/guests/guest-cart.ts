import { useMemo, useSyncExternalStore } from 'react'
import { newRequestId } from '#client/lib/request-id.ts'
import type { GuestItem } from '#contract/cart.ts'
import type { Product } from '#contract/catalogue.ts'
import { MAX_ITEMS } from '#contract/values/limits.ts'
import type { Rhythm } from '#contract/values/orders/subscriptions.ts'
import { readKept, subscribeKept, writeKept } from './kept-cart.ts'

/** The fields of a product that the request to add it to the cart contains. */
export type Offered = Pick<Product, '_id' | 'name' | 'img' | 'price' | 'ratting'>

/**
 * What a customer has chosen for a product. `count` is the number to add to the cart, 1 if it is missing. Without
 * `everyWeeks`, it comes once.
 */
export type Choice = SubscriptionChoice & { grind?: string | undefined; count?: number }

/** How often a coffee comes, and whether the roaster chooses what comes after the first delivery. */
export type SubscriptionChoice = { everyWeeks?: Rhythm | undefined; roastersChoice?: true | undefined }

/**
 * One product with the same choices, and its price without a subscription. `id` is the `requestId` of the request that adds it to the cart of an account, so that the
 * account gets it once.
 */
export type KeptItem = Omit<Choice, 'count'> & { id: string; product: Offered; count: number }

/**
 * What a person without an account wants to buy. It is forgotten at the time `until`, in milliseconds. The payments with
 * the same `id` are for one order. `paymentId` is the last of them until its outcome is known here, and `paying` are the ids of
 * its items.
 */
export type GuestCart = {
  id: string
  items: KeptItem[]
  until: number
  paymentId?: string | undefined
  paying?: string[] | undefined
}

/** How long the cart is kept in a shop where people can buy without an account. */
const CART_MS = 30 * 24 * 60 * 60_000

/** How long a purchase is kept that needs an account. It is long enough for a sign-up whose mail takes a while. */
export const LOGIN_MS = 60 * 60_000

export function readGuestCart(): GuestCart | null {
  return parse(readKept())
}

/** Returns the cart of this browser. It changes with every tab. */
export function useGuestCart(): GuestCart | null {
  const text = useSyncExternalStore(subscribeKept, readKept, () => null)
  return useMemo(() => parse(text), [text])
}

/**
 * Adds a product to the cart. If it is there already with the same choices, adds to its number and takes over the price that
 * the person sees now. Returns how many were added: fewer than chosen, or none, if too little is left of the product.
 */
export function addToGuestCart(product: Offered & Pick<Product, 'left'>, choice: Choice): number {
  const { count = 1 } = choice
  const cart = readGuestCart()
  const items = cart?.items ?? []
  const same = items.filter((item) => !isBeingPaid(cart, item.id)).find(isSame(product, choice))
  const left = (product.left ?? MAX_ITEMS) - total(items.filter((item) => item.product._id === product._id))
  const added = Math.max(0, Math.min(count, left, MAX_ITEMS - total(items)))
  if (added > 0)
    putItem({ ...newItem(product, choice), ...(same && { id: same.id }), count: added + (same?.count ?? 0) })
  return added
}

/**
 * Keeps a purchase for the login, beside the earlier ones, and returns all. If the same product was chosen before with the
 * same grind and rhythm, the new choice replaces it: the person has come back from the login to press the button again.
 */
export function keepForLogin(product: Offered, choice: Choice): KeptItem[] {
  const { count = 1 } = choice
  const isOld = isSame(product, choice)
  change((cart) => ({
    ...cart,
    items: [...cart.items.filter((item) => !isOld(item)), { ...newItem(product, choice), count }],
    until: Date.now() + LOGIN_MS,
  }))
  return readGuestCart()?.items ?? []
}

/** Puts an item in the place of the one with the same id, or at the end. An item with the count 0 is removed. */
export function putItem(item: KeptItem): void {
  change((cart) => {
    const isKnown = cart.items.some(({ id }) => id === item.id)
    const items = isKnown ? cart.items.map((old) => (old.id === item.id ? item : old)) : [...cart.items, item]
    return { ...cart, items: items.filter(({ count }) => count > 0), until: Date.now() + CART_MS }
  })
}

/** Changes how often an item comes and who chooses it. If another one is the same then, they become one. */
export function changeRhythm(item: KeptItem, choice: SubscriptionChoice): void {
  const changed = { ...item, ...choice }
  const isOther = isSame(item.product, changed)
  const cart = readGuestCart()
  const same = cart?.items.find((one) => one.id !== item.id && !isBeingPaid(cart, one.id) && isOther(one))
  if (same) removeItem(same.id)
  putItem({ ...changed, count: item.count + (same?.count ?? 0) })
}

export function removeItem(id: string): void {
  change((cart) => ({ ...cart, items: cart.items.filter((item) => item.id !== id) }))
}

/** Remembers the payment that was opened for items of the cart, or forgets it. */
export function rememberPayment(paymentId: string | undefined, paying?: string[]): void {
  if (readGuestCart()) change((cart) => ({ ...cart, paymentId, paying }))
}

/** Returns whether an item belongs to the payment that was opened. A cart that an earlier version has kept does not list them, so all do. */
export function isBeingPaid(cart: GuestCart | null, itemId: string): boolean {
  return cart?.paymentId !== undefined && (cart.paying?.includes(itemId) ?? true)
}

/** Makes another cart of the same items, whose payment is for another order. */
export function renewGuestCart(): void {
  change(({ items, until }) => ({ id: newRequestId(), items, until }))
}

/** Takes the items out of the cart that were paid. What was added since then is in another cart. */
export function takeOutPaid(): void {
  const cart = readGuestCart()
  change(({ items, until }) => ({
    id: newRequestId(),
    items: items.filter(({ id }) => !isBeingPaid(cart, id)),
    until,
  }))
}

export function clearGuestCart(): void {
  writeKept(null)
}

/** Returns what was chosen, without the fields that are undefined. */
export function presentOf({ everyWeeks, roastersChoice }: SubscriptionChoice) {
  return { ...(everyWeeks && { everyWeeks }), ...(roastersChoice && { roastersChoice }) }
}

/** Returns the items as the API expects them. */
export function itemsOf(items: readonly KeptItem[]): GuestItem[] {
  return items.map(({ product, count, grind, ...choice }) => ({
    productId: product._id,
    quantity: count,
    price: product.price,
    ...(grind !== undefined && { grind }),
    ...presentOf(choice),
  }))
}

/** Returns how many products are in the cart. */
export function total(items: readonly KeptItem[]): number {
  return items.reduce((sum, { count }) => sum + count, 0)
}

function isSame(product: Offered, choice: Choice): (item: KeptItem) => boolean {
  const isChosen = (item: KeptItem) =>
    (['grind', 'everyWeeks', 'roastersChoice'] as const).every((name) => item[name] === choice[name])
  return (item) => item.product._id === product._id && isChosen(item)
}

function newItem({ _id, name, img, price, ratting }: Offered, { grind, everyWeeks, roastersChoice }: Choice) {
  const product = { _id, name, img, price, ratting }
  return { id: newRequestId(), product, grind, everyWeeks, roastersChoice }
}

function change(to: (cart: GuestCart) => GuestCart): void {
  const cart = to(readGuestCart() ?? { id: newRequestId(), items: [], until: Date.now() + CART_MS })
  writeKept(cart.items.length === 0 ? null : JSON.stringify(cart))
}

function parse(text: string | null): GuestCart | null {
  try {
    // The cast is safe because only `change` writes this value.
    const cart = JSON.parse(text ?? 'null') as GuestCart | null
    return cart && cart.until > Date.now() ? cart : null
  } catch {
    return null
  }
}
