import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from '../call.ts'
import { Passkey } from './factors.ts'
import { Email, exact, Id, IdParams, Name, NewEmail, Price, Time } from '../fields.ts'
import { Acknowledged, LinkToken, Password, Person } from './sign-in.ts'

/**
 * A browser in which the person is signed in. `browser` names it, such as `Firefox on Linux`, or is '' if it is unknown.
 * `isThis` is true for the browser that sent the request.
 */
export const OwnSession = exact({ id: Id, browser: Type.String(), since: Time, isThis: Type.Boolean() })

export type OwnSession = Static<typeof OwnSession>

/** `newEmail` is the address to which the person wants to change, or null. Its links were not both used yet. */
const OwnAccount = exact({
  hasPassword: Type.Boolean(),
  emailVerified: Type.Boolean(),
  newEmail: Type.Union([Email, Type.Null()]),
})

export type OwnAccount = Static<typeof OwnAccount>

const Text = Type.String()
const TextOrNull = Type.Union([Text, Type.Null()])
const TimeOrNull = Type.Union([Time, Type.Null()])
const ExportedLine = exact({
  product: Text,
  price: Price,
  weight: Type.Optional(Type.Integer()),
  grind: Type.Optional(Text),
  everyWeeks: Type.Optional(Type.Integer()),
  roastersChoice: Type.Optional(Type.Literal(true)),
  addedAt: Time,
})

/**
 * Everything that the shop stores about a person, except the notes that only admins see. Times are in UTC milliseconds,
 * and amounts are text.
 */
export const OwnData = exact({
  exportedAt: Time,
  account: exact({
    id: Id,
    name: Name,
    email: Email,
    emailVerified: Type.Boolean(),
    hasPassword: Type.Boolean(),
    role: TextOrNull,
    createdAt: Time,
    lastGrind: TextOrNull,
    newEmail: Type.Union([Email, Type.Null()]),
  }),
  sessions: Type.Array(OwnSession),
  /** Whether each login asks for a code, and the passkeys. */
  secondFactor: exact({ hasTotp: Type.Boolean(), passkeys: Type.Array(Passkey) }),
  /** The addresses, as the checkout has stored them. */
  addresses: Type.Array(exact({ address: Type.Unknown(), createdAt: Time, usedAt: TimeOrNull })),
  cart: Type.Array(ExportedLine),
  orders: Type.Array(
    exact({
      number: Type.Integer(),
      state: Text,
      name: Text,
      email: Text,
      total: Price,
      orderedAt: Time,
      deliveredAt: TimeOrNull,
      withdrawnAt: TimeOrNull,
      trackingUrl: TextOrNull,
      carrier: TextOrNull,
      trackingNumber: TextOrNull,
      /** What the shop wrote to the customer about the order. */
      notes: Type.Array(exact({ body: Text, at: Time })),
      lines: Type.Array(ExportedLine),
      /** What was agreed in the checkout, with the address. Null for an order without a checkout. */
      checkout: Type.Unknown(),
    }),
  ),
  payments: Type.Array(
    exact({
      amount: Price,
      /** Missing if the amount is in the shop's currency. */
      currency: Type.Optional(Text),
      status: Text,
      gateway: Text,
      reference: TextOrNull,
      startedAt: Time,
      settledAt: TimeOrNull,
      /** What was agreed in the checkout, with the address. Null for a payment that has led to an order. */
      checkout: Type.Unknown(),
    }),
  ),
  refunds: Type.Array(exact({ amount: Price, status: Text, reason: TextOrNull, at: Time })),
  /** The way of delivery and the address are in `checkout`. */
  subscriptions: Type.Array(
    exact({
      product: Text,
      secondChoice: TextOrNull,
      roastersChoice: Type.Boolean(),
      grind: TextOrNull,
      quantity: Type.Integer(),
      everyWeeks: Type.Integer(),
      price: Price,
      state: Text,
      nextOn: Text,
      checkout: Type.Unknown(),
      begunAt: Time,
      endedAt: TimeOrNull,
      endedReason: TextOrNull,
      deliveries: Type.Array(exact({ roastOn: Text, state: Text })),
    }),
  ),
  /** The subscriptions that the user has bought for others. */
  gifts: Type.Array(
    exact({
      recipient: Text,
      message: Text,
      deliveries: Type.Integer(),
      startOn: Text,
      boughtAt: Time,
      hasBegun: Type.Boolean(),
    }),
  ),
  /** The saved cards, with the version of the text that was agreed to. */
  cards: Type.Array(exact({ card: Text, consent: Type.Integer(), givenAt: Time, revokedAt: TimeOrNull })),
  watchedProducts: Type.Array(exact({ product: Text, since: Time })),
  reviews: Type.Array(
    exact({ product: Text, stars: Type.Integer(), text: Text, brewedWith: Text, writtenAt: Time }),
  ),
  /** Messages and mails are found by the email address. They are left out unless the address is confirmed. */
  messages: Type.Array(exact({ name: Text, message: Text, sentAt: Time })),
  mails: Type.Array(exact({ subject: Text, status: Text, queuedAt: Time, sentAt: TimeOrNull })),
})

export type OwnData = Static<typeof OwnData>

/** Missing if the account has no password. */
const password = Type.Optional(Password)

const read = { access: 'session', limit: 'read' } as const
const write = { access: 'session', limit: 'write' } as const

/** The calls with which people manage their own account. They are made with the session cookie. */
export const ownAccountCalls = {
  'GET /account': { summary: 'The state of the own account', ...read, answer: OwnAccount },
  'GET /account/sessions': {
    summary: 'The browsers in which the person is signed in, newest first',
    ...read,
    answer: Type.Array(OwnSession),
  },
  'DELETE /account/session/{id}': {
    summary: 'End one of the own sessions',
    ...write,
    params: IdParams,
    answer: Acknowledged,
  },
  'DELETE /account/sessions': {
    summary: 'End all of the own sessions but the one of this browser',
    ...write,
    answer: Acknowledged,
  },
  'PUT /account/email': {
    summary: 'Mail links to the present and to the new email address. Using both changes the address',
    access: 'session',
    limit: 'signIn',
    body: exact({ email: NewEmail, password }),
    answer: Acknowledged,
  },
  'POST /account/email/link': {
    summary: 'Use one of the two links. `waitsFor` is the address whose link is still unused, or null',
    access: 'session',
    limit: 'signIn',
    body: exact({ token: LinkToken }),
    answer: exact({ user: Person, waitsFor: Type.Union([Email, Type.Null()]) }),
  },
  'DELETE /account/email': {
    summary: 'Cancel the change of the email address',
    ...write,
    answer: Acknowledged,
  },
  'GET /account/export': {
    summary: 'Everything that the shop stores about the person',
    access: 'session',
    limit: 'export',
    answer: OwnData,
  },
  'POST /account/deletion': {
    summary: 'Delete the own account. Refused while an order is on its way or a payment is open',
    access: 'session',
    limit: 'signIn',
    body: exact({ password }),
    answer: Acknowledged,
  },
} as const satisfies CallTable
