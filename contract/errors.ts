import { Type } from 'typebox'
import type { Static } from 'typebox'
import { signInProblems } from './values/accounts/sign-in-problems.ts'

/**
 * Every expected failure of an API call: a stable code, its HTTP status, and the text that the user sees. Section 8 of
 * the specification names some codes, such as `wrong-password`, `email-already-in-use` and `network-request-failed`:
 * they are in `values/accounts/sign-in-problems.ts`.
 */
export const problems = {
  'invalid-input': { status: 422, title: 'Some of what was sent is not right.' },
  'unreadable': { status: 400, title: 'This could not be read.' },
  'not-signed-in': { status: 401, title: 'Please log in first.' },
  'forbidden': { status: 403, title: 'You may not do this.' },
  'wrong-origin': { status: 403, title: 'This came from another site.' },
  'not-found': { status: 404, title: 'There is nothing here.' },
  'unknown-product': { status: 422, title: 'We do not sell this product.' },
  'price-changed': { status: 409, title: 'The price has changed. Nothing was charged.' },
  'total-changed': { status: 409, title: 'The total has changed. Nothing was charged.' },
  'currency-fixed': {
    status: 409,
    title: 'The currency can only be changed before the first sale. Nothing was changed.',
  },
  'prices-too-large': {
    status: 409,
    title: 'A price is too large for this currency: amounts have at most nine digits. Nothing was changed.',
  },
  'cart-full': { status: 409, title: 'Your cart is full. Pay or delete some of it first.' },
  'product-removed': { status: 409, title: 'This product is no longer sold. Nothing was charged.' },
  'sold-out': { status: 409, title: 'There is not enough of this left. Nothing was charged.' },
  'stock-changed': {
    status: 409,
    title: 'The stock has changed in the meantime. Look at it again. Nothing was saved.',
  },
  'brand-removed': { status: 409, title: 'Its brand was deleted in the meantime. Bring that back first.' },
  'last-admin': { status: 409, title: 'This is the last administrator. Make another user one first.' },
  'state-conflict': { status: 409, title: 'This was moved in the meantime.' },
  'not-paid': { status: 409, title: 'Only what is paid can be sent.' },
  'cannot-withdraw': {
    status: 409,
    title: 'It is too late to withdraw from this order. Write to us instead.',
  },
  'not-a-picture': {
    status: 422,
    title: 'This is not a picture we can use. Choose a JPEG, PNG, WebP or AVIF.',
  },
  'pictures-unavailable': {
    status: 503,
    title: 'Pictures cannot be stored or loaded at the moment. Please try again soon. Nothing was saved.',
  },
  'too-many-waiting': {
    status: 409,
    title: 'Please pay for your other orders first, or cancel them.',
  },
  'too-many-open': {
    status: 409,
    title:
      'Another payment of yours is still open. Continue or cancel it in your cart first. Nothing was charged.',
  },
  'already-paid': { status: 409, title: 'This is already paid.' },
  'refund-refused': { status: 409, title: 'The payment service has refused this refund.' },
  'refund-too-large': {
    status: 409,
    title: 'This is more than is left of the payment. Nothing was refunded.',
  },
  'gateway-unreachable': {
    status: 503,
    title: 'The payment service cannot be reached at the moment. Nothing was changed.',
  },
  'being-paid': { status: 409, title: 'This is being paid right now.' },
  'checkout-needed': {
    status: 409,
    title: 'This shop needs your address first. Reload the page, and pay again. Nothing was charged.',
  },
  'cannot-be-delivered': {
    status: 409,
    title: 'This cannot be delivered there in this way. Choose another way. Nothing was charged.',
  },
  'not-open': { status: 409, title: 'This shop is not open yet. Nothing was charged.' },
  'promise-changed': {
    status: 409,
    title: 'The day of delivery has changed. Please look at it again. Nothing was charged.',
  },
  'address-book-full': { status: 409, title: 'You have saved 20 addresses. Delete one of them first.' },
  'settings-changed': {
    status: 409,
    title: 'Another admin has saved these settings since you opened them. Nothing was saved.',
  },
  'payment-declined': { status: 402, title: 'The payment was declined. Nothing was charged.' },
  'amount-too-small': {
    status: 409,
    title: 'This is less than can be paid online. Put more into your cart. Nothing was charged.',
  },
  'amount-too-large': {
    status: 409,
    title: 'This is more than can be paid online at once. Pay for a part of it first. Nothing was charged.',
  },
  'amount-not-payable': {
    status: 409,
    title: 'A price here cannot be paid online. Please write to us. Nothing was charged.',
  },
  'payments-unavailable': {
    status: 402,
    title:
      'This shop cannot take payments at the moment. The mistake is ours, and we are told of it. Nothing was charged.',
  },
  'no-mail': {
    status: 409,
    title: 'This shop cannot send mails. Write to us with the contact form, and we will help.',
  },
  'reset-link-used': {
    status: 422,
    title: 'This link was used already or has expired. Ask for a new one.',
  },
  'link-used': {
    status: 422,
    title: 'This link was used already, has expired, or belongs to another account.',
  },
  'password-needed': { status: 422, title: 'Enter the password that you have chosen.' },
  'same-email': { status: 422, title: 'This is your address already. Enter another one.' },
  'order-under-way': {
    status: 409,
    title:
      'One of your orders has not arrived yet. Delete your account when it has, or write to us. If it is not paid yet, you can cancel it under Orders. Nothing was deleted.',
  },
  'payment-open': {
    status: 409,
    title: 'One of your payments is not completed. Pay or cancel it first. Nothing was deleted.',
  },
  'user-is-paying': {
    status: 409,
    title:
      'A payment of this user is not completed. Try again when it is, or cancel it first. Nothing was deleted.',
  },
  'invitation-unusable': {
    status: 422,
    title:
      'This invitation was used already, has expired, or is for another email address. Run make-admin again for a new one.',
  },
  'issuer-unreachable': {
    status: 503,
    title: 'The service for logging in cannot be reached at the moment. Please try again soon.',
  },
  'only-sign-in': {
    status: 409,
    title: 'This is the only way to log in to your account. Choose a password first. Nothing was changed.',
  },
  'too-large': { status: 413, title: 'This is too large.' },
  'busy': { status: 503, title: 'The shop is busy. Please try again in a moment.' },
  'out-of-order': {
    status: 503,
    title: 'The shop cannot save anything at the moment. Please try again later.',
  },
  'internal': { status: 500, title: 'Something went wrong on our side.' },
  ...signInProblems,
  'login-expired': {
    status: 422,
    title: 'This took too long, or too many codes were wrong. Please start again.',
  },
  'wrong-code': { status: 422, title: 'This code is wrong or was used already. Wait for the next one.' },
  'passkey-refused': { status: 422, title: 'This passkey could not be used. Please try again.' },
  'passkey-unknown': {
    status: 422,
    title: 'This passkey belongs to no account here. Log in in another way.',
  },
} as const

export type ProblemCode = keyof typeof problems

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
