import { Type } from 'typebox'
import type { Static } from 'typebox'
import { signInProblems } from './values/sign-in-problems.ts'

/**
 * Every expected failure of an API call: a stable code, and the text that the user sees, by HTTP status. Section 8 of the
 * specification names some codes, such as `wrong-password`, `email-already-in-use` and `network-request-failed`: they are
 * in `values/sign-in-problems.ts`.
 */
const titles = {
  400: {
    unreadable: 'This could not be read.',
  },
  401: {
    'not-signed-in': 'Please log in first.',
  },
  402: {
    'payment-declined': 'The payment was declined. Nothing was charged.',
    'payments-unavailable':
      'This shop cannot take payments at the moment. The mistake is ours, and we are told of it. Nothing was charged.',
  },
  403: {
    'forbidden': 'You may not do this.',
    'wrong-origin': 'This came from another site.',
    'link-not-enough':
      'A mailed link is not enough for this change. It needs the code that we mail to you. Nothing was changed.',
  },
  404: {
    'not-found': 'There is nothing here.',
    'gift-unknown': 'There is no gift with this code. Look at the code again.',
  },
  409: {
    'price-changed': 'The price has changed. Nothing was charged.',
    'total-changed': 'The total has changed. Nothing was charged.',
    'discount-refused': 'This code cannot be used for this order. Nothing was charged.',
    'currency-fixed': 'The currency can only be changed before the first sale. Nothing was changed.',
    'cart-full': 'Your cart is full. Pay or delete some of it first.',
    'product-removed': 'This product is no longer sold. Nothing was charged.',
    'sold-out': 'There is not enough of this left. Nothing was charged.',
    'stock-changed': 'The stock has changed in the meantime. Look at it again. Nothing was saved.',
    'brand-removed': 'Its brand was deleted. Undo that first, or add the coffee to another brand.',
    'last-admin': 'This is the last administrator. Make another user one first.',
    'state-conflict': 'This has changed since you opened the page.',
    'needs-consent':
      'Only the customer can make a delivery dearer, or start an ended subscription again. Nothing was changed.',
    'not-bought': 'You can review what you have bought here. Nothing was saved.',
    'not-paid': 'Only what is paid can be sent.',
    'delivery-closed':
      'It is too late to change this delivery, because we are preparing it. Choose a later day. Nothing was changed.',
    'card-deleted':
      'The card of this subscription was deleted, because it ended long ago. Order the coffee again to subscribe.',
    'gift-used': 'The code of this gift was used already.',
    'cannot-withdraw': 'It is too late to withdraw from this order. Write to us instead.',
    'too-many-waiting': 'Please pay for your other orders first, or cancel them.',
    'too-many-open':
      'Another payment of yours is still open. Continue or cancel it in your cart first. Nothing was charged.',
    'too-many-attempts':
      'There were too many attempts to pay within an hour. Please try again in an hour, or write to us. Nothing was charged.',
    'confirm-email':
      'Too many payments have failed in this shop within an hour. To pay by card, log in with a confirmed email address. Or pay in another way, or try again in an hour. Nothing was charged.',
    'already-paid': 'This is already paid.',
    'refund-refused': 'The payment service has refused this refund.',
    'refund-too-large': 'This is more than is left of the payment. Nothing was refunded.',
    'being-paid': 'This is being paid right now.',
    'checkout-needed':
      'Orders are paid in the checkout. Reload the page, and pay there. Nothing was charged.',
    'cannot-be-delivered':
      'This cannot be delivered there in this way. Choose another way. Nothing was charged.',
    'way-not-offered': 'This way to pay is not offered any more. Choose another one. Nothing was charged.',
    'not-open': 'This shop is not open yet. Nothing was charged.',
    'promise-changed': 'The day of delivery has changed. Please look at it again. Nothing was charged.',
    'address-book-full': 'You have saved 20 addresses. Delete one of them first.',
    'settings-changed': 'Another admin has saved these settings since you opened them. Nothing was saved.',
    'amount-too-small': 'This is less than can be paid online. Put more into your cart. Nothing was charged.',
    'amount-too-large':
      'This is more than can be paid online at once. Pay for a part of it first. Nothing was charged.',
    'amount-not-payable': 'A price here cannot be paid online. Please write to us. Nothing was charged.',
    'no-mail': 'This shop cannot send mails. Write to us with the contact form, and we will help.',
    'order-under-way':
      'One of your orders has not arrived yet. Delete your account when it has, or write to us. If it is not paid yet, you can cancel it under Orders. Nothing was deleted.',
    'payment-open': 'One of your payments is not completed. Pay or cancel it first. Nothing was deleted.',
    'user-is-paying':
      'A payment of this user is not completed. Try again when it is, or cancel it first. Nothing was deleted.',
    'only-sign-in':
      'This is the only way to log in to your account. Choose a password first. Nothing was changed.',
  },
  413: {
    'too-large': 'This is too large.',
  },
  422: {
    'invalid-input': 'Some of what was sent is not right.',
    'unknown-product': 'We do not sell this product.',
    'not-a-picture': 'This is not a picture we can use. Choose a JPEG, PNG, WebP or AVIF.',
    'mailed-link-used': 'This link was used already or has expired. Ask for a new one.',
    'link-used': 'This link was used already, has expired, or belongs to another account.',
    'password-needed': 'Enter the password that you have chosen.',
    'same-email': 'This is your address already. Enter another one.',
    'invitation-unusable':
      'This invitation was used already, has expired, or is for another email address. Log in with that address, or run make-admin again with this one.',
    'code-expired': 'This took too long, or too many codes were wrong. Please start again.',
    'wrong-code': 'This code is wrong or was used already. Wait for the next one.',
    'passkey-refused': 'This passkey could not be used. Please try again.',
    'passkey-unknown': 'This passkey belongs to no account here. Log in in another way.',
  },
  500: {
    internal: 'Something went wrong on our side.',
  },
  503: {
    'pictures-unavailable':
      'Pictures cannot be stored or loaded at the moment. Please try again soon. Nothing was saved.',
    'gateway-unreachable': 'The payment service cannot be reached at the moment. Nothing was changed.',
    'issuer-unreachable':
      'The service for logging in cannot be reached at the moment. Please try again soon.',
    'busy': 'The shop is busy. Please try again in a moment.',
    'out-of-order': 'The shop cannot save anything at the moment. Please try again later.',
  },
} as const

type Titles = typeof titles

export type ProblemCode =
  | { [Status in keyof Titles]: keyof Titles[Status] }[keyof Titles]
  | keyof typeof signInProblems

const entries = Object.entries(titles).flatMap(([status, byCode]) =>
  Object.entries(byCode).map(([code, title]) => [code, { status: Number(status), title }] as const),
)

type Problems = Record<ProblemCode, { status: number; title: string }>

/** The HTTP status and the title of every problem, by its code. */
// cast: Object.fromEntries returns an object whose keys are plain strings
export const problems = { ...Object.fromEntries(entries), ...signInProblems } as Problems

export const FieldError = Type.Object({ field: Type.String(), message: Type.String() })

export type FieldError = Static<typeof FieldError>

/** The body of every error response, in the format of RFC 9457 (Problem Details). */
export const ProblemBody = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  code: Type.String(),
  detail: Type.Optional(Type.String()),
  requestId: Type.Optional(Type.String()),
  errors: Type.Optional(Type.Array(FieldError)),
  price: Type.Optional(Type.String()),
  total: Type.Optional(Type.String()),
  /** With `sold-out`: how many of the product can still be bought or, if it was being added, put into the cart. */
  left: Type.Optional(Type.Integer()),
})

export type ProblemBody = Static<typeof ProblemBody>

/**
 * An expected failure. The functions behind the API calls return a `Problem` instead of throwing an error, and the
 * HTTP layer turns it into an error response.
 */
export class Problem {
  readonly code: ProblemCode
  readonly extra: Partial<Pick<ProblemBody, 'detail' | 'errors' | 'price' | 'total' | 'left'>>

  constructor(code: ProblemCode, extra: Problem['extra'] = {}) {
    this.code = code
    this.extra = extra
  }
}

/** Returns the problem that one field of the input is wrong. */
export function wrongField(field: string, message: string): Problem {
  return new Problem('invalid-input', { errors: [{ field, message }] })
}
