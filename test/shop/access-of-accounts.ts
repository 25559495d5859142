import type { CallName } from '#contract/api.ts'
import type { Sent } from '#test/calls.ts'
import { giftQuote, newGift } from '#test/selling/gifts.ts'
import { lotCorrection, newLot } from '#test/selling/lots.ts'
import { lisbonAddress } from '#test/selling/portuguese-shop.ts'
import { saleOf, saleQuote } from '#test/selling/sales.ts'
import { coraEmail, newId } from './access-world.ts'
import type { World } from './access-world.ts'

/** The expected statuses by the callers of `server/access.test.ts`, but for the packer. */
export type Statuses = [
  visitor: number,
  cora: number,
  anotherShopper: number,
  ada: number,
  anotherAdmin: number,
]
export type Row = { answers: Statuses; sends?: (world: World) => Sent | Promise<Sent> }

export const ANYONE: Statuses = [200, 200, 200, 200, 200]
export const SIGNED_IN: Statuses = [401, 200, 200, 200, 200]
export const ADMINS: Statuses = [401, 403, 403, 200, 200]
/** The expected statuses of API calls with a link that does not exist. */
const NO_LINK: Statuses = [422, 422, 422, 422, 422]
/** The expected statuses of API calls that only mail a link: this shop sends no mails. */
const NO_MAIL: Statuses = [409, 409, 409, 409, 409]
/** The expected statuses of API calls with the code of a gift that does not exist. */
const NO_GIFT: Statuses = [404, 404, 404, 404, 404]
/** The expected statuses of API calls about the caller's subscriptions: nobody has one. */
export const NO_SUBSCRIPTION: Statuses = [401, 404, 404, 404, 404]
/**
 * The expected statuses of API calls that send Cora's email address. Only the user with this address may make them.
 */
export const CORA: Statuses = [401, 200, 403, 403, 403]
/** The expected statuses of API calls about something that belongs to Cora. Other signed-in callers get 404. */
export const HERS: Statuses = [401, 200, 404, 404, 404]
/**
 * The expected statuses of API calls for admins that send Ada's email address. Only the user with this address may
 * make them.
 */
export const ADA: Statuses = [401, 403, 403, 200, 403]

export const asCora = (world: World) => ({ query: coraEmail(world) })
export const asAda = ({ ada }: World) => ({ query: { email: ada.email } })

/** The statuses that a packer gets where another shopper would get another one: those of the calls that packers may make. */
export const statusOfPacker: Partial<Record<CallName, number>> = {
  'GET /order/{id}': 200,
  'PUT /order/{id}/state': 200,
  'PUT /order/{id}/notice': 409,
  'POST /order/{id}/notes': 200,
  'PUT /order/{id}/address': 200,
  'PUT /order/{id}/tracking': 409,
  'GET /pickList': 200,
  'POST /counter/quote': 200,
  'POST /counter/sales': 200,
  'POST /parcels': 200,
  'GET /messages': 200,
  'PUT /messages/{id}': 404,
  'POST /messages/{id}/replies': 409,
  'GET /waiting': 200,
  'GET /lots': 200,
  'POST /lots': 200,
  'PUT /lots/{id}': 404,
  'DELETE /lots/{id}': 404,
  'GET /lots/{id}/orders': 404,
  'GET /line/{id}/lots': 404,
  'PUT /line/{id}/lots': 404,
  'GET /find': 200,
}

/** What `server/access.test.ts` expects of the calls about signing in and about the own account. */
export const accountRows = {
  'GET /jwt': { answers: CORA, sends: asCora },
  'POST /users': { answers: CORA, sends: ({ cora }) => ({ body: { name: 'Cora', email: cora.email } }) },
  'GET /user/admin/{email}': {
    answers: [401, 200, 403, 200, 200],
    sends: (world) => ({ params: coraEmail(world) }),
  },
  'GET /auth/session': { answers: ANYONE },
  'POST /auth/sign-in': {
    answers: ANYONE,
    sends: ({ cora }) => ({ body: { email: cora.email, password: cora.password } }),
  },
  'POST /auth/sign-up': {
    answers: ANYONE,
    sends: () => ({ body: { name: 'New', email: `${newId()}@people.example`, password: 'coffee123' } }),
  },
  // This shop sends no mails, so a sign-up needs no confirmation.
  'POST /auth/confirm-sign-up': { answers: NO_LINK, sends: () => ({ body: { token: 'no such token' } }) },
  'POST /auth/guest': { answers: NO_LINK, sends: () => ({ body: { key: 'no such key' } }) },
  'POST /withdrawals': {
    answers: NO_MAIL,
    sends: () => ({ body: { number: 1, email: 'c@people.example' } }),
  },
  'POST /watchedProducts/{id}/link': {
    answers: [401, 409, 409, 409, 409],
    sends: () => ({ params: { id: newId() }, body: { email: 'c@people.example' } }),
  },
  'POST /watchedProducts/link': { answers: NO_LINK, sends: () => ({ body: { token: 'no such token' } }) },
  'GET /subscriptions': { answers: SIGNED_IN },
  'PUT /subscriptions/{id}': {
    answers: [401, 404, 404, 404, 404],
    sends: () => ({ params: { id: 'nothing' }, body: { quantity: 2 } }),
  },
  'POST /subscriptions/links': { answers: NO_MAIL, sends: ({ cora }) => ({ body: { email: cora.email } }) },
  'POST /subscriptions/link': { answers: NO_LINK, sends: () => ({ body: { token: 'no such token' } }) },
  'PUT /subscriptions/link/{id}': {
    answers: NO_LINK,
    sends: () => ({ params: { id: 'nothing' }, body: { token: 'no such token', change: {} } }),
  },
  'POST /subscriptions/link/code': {
    answers: NO_MAIL,
    sends: () => ({ body: { token: 'no such token' } }),
  },
  'POST /subscriptions/link/card': {
    answers: NO_LINK,
    sends: () => ({ body: { token: 'no such token', code: '123456' } }),
  },
  'POST /subscriptions/link/card/done': {
    answers: NO_LINK,
    sends: () => ({ body: { token: 'no such token', session: 'cs_1' } }),
  },
  'POST /subscriptions/link/revocation': {
    answers: NO_LINK,
    sends: () => ({ body: { token: 'no such token' } }),
  },
  // The shop sends no mails, so that it offers no gifts.
  'POST /gifts/quote': { answers: [401, 409, 409, 409, 409], sends: () => ({ body: giftQuote }) },
  'POST /gifts': { answers: [401, 409, 409, 409, 409], sends: () => ({ body: newGift }) },
  'POST /gifts/code': { answers: NO_GIFT, sends: () => ({ body: { code: 'no such code' } }) },
  'POST /gifts/subscription': {
    answers: [401, 404, 404, 404, 404],
    sends: () => ({ body: { code: 'no such code', address: lisbonAddress } }),
  },
  'POST /withdrawals/link': { answers: NO_LINK, sends: () => ({ body: { token: 'no such token' } }) },
  'POST /auth/forgot-password': { answers: NO_MAIL, sends: ({ cora }) => ({ body: { email: cora.email } }) },
  'POST /auth/reset-password': {
    answers: [422, 422, 422, 422, 422],
    sends: () => ({ body: { token: 'no such token', password: 'coffee123' } }),
  },
  'PUT /auth/password': {
    answers: [401, 422, 422, 422, 422],
    sends: () => ({ body: { current: 'not this one', password: 'coffee123' } }),
  },
  'PUT /auth/profile': { answers: SIGNED_IN, sends: ({ asking }) => ({ body: { name: asking.name } }) },
  // The shop has no issuer.
  'POST /auth/oidc/start': { answers: [404, 404, 404, 404, 404], sends: () => ({ body: { from: '/' } }) },
  // The accounts are in the shop itself.
  'POST /auth/firebase': {
    answers: [404, 404, 404, 404, 404],
    sends: () => ({ body: { idToken: 'no token' } }),
  },
  'GET /account/factors': { answers: SIGNED_IN },
  'POST /account/totp': { answers: [401, 422, 422, 422, 422], sends: () => ({ body: {} }) },
  'PUT /account/totp': { answers: [401, 422, 422, 422, 422], sends: () => ({ body: { code: '123456' } }) },
  'POST /account/totp/removal': {
    answers: [401, 422, 422, 422, 422],
    sends: () => ({ body: { code: '123456' } }),
  },
  'POST /account/recoveryCodes': {
    answers: [401, 422, 422, 422, 422],
    sends: () => ({ body: { code: '123456' } }),
  },
  'POST /account/passkeyOptions': { answers: [401, 422, 422, 422, 422], sends: () => ({ body: {} }) },
  'POST /account/passkeys': {
    answers: [401, 422, 422, 422, 422],
    sends: () => ({ body: { name: 'Phone', credential: { id: 'x', response: {} } } }),
  },
  'POST /account/passkey/{id}/removal': {
    answers: [401, 422, 422, 422, 422],
    sends: () => ({ params: { id: 'x' }, body: {} }),
  },
  'POST /auth/passkeyOptions': { answers: ANYONE },
  'POST /auth/passkey': {
    answers: [422, 422, 422, 422, 422],
    sends: () => ({ body: { credential: { id: 'x', response: {} } } }),
  },
  'POST /auth/second-factor': {
    answers: [422, 422, 422, 422, 422],
    sends: () => ({ body: { code: '123456' } }),
  },
  // The request is sent without a session cookie, so that it does not end the caller's session.
  'POST /auth/sign-out': { answers: ANYONE, sends: () => ({ headers: { cookie: '' } }) },

  // Orders that staff make for people without an account.
  'POST /counter/quote': { answers: ADMINS, sends: ({ shop }) => ({ body: saleQuote(shop) }) },
  'POST /counter/sales': { answers: ADMINS, sends: ({ shop }) => ({ body: saleOf(shop) }) },

  'GET /account': { answers: SIGNED_IN },
  'GET /account/sessions': { answers: SIGNED_IN },
  'GET /account/export': { answers: SIGNED_IN },
  'DELETE /account/session/{id}': {
    answers: [401, 404, 404, 404, 404],
    sends: () => ({ params: { id: 'no such session' } }),
  },
  'DELETE /account/sessions': { answers: SIGNED_IN },
  // This shop sends no mails.
  'PUT /account/email': {
    answers: [401, 409, 409, 409, 409],
    sends: () => ({ body: { email: 'new@people.example', password: 'coffee123' } }),
  },
  'POST /account/email/link': {
    answers: [401, 422, 422, 422, 422],
    sends: () => ({ body: { token: 'no such token' } }),
  },
  'DELETE /account/email': { answers: SIGNED_IN },
  'POST /account/deletion': {
    answers: [401, 422, 422, 422, 422],
    sends: () => ({ body: { password: 'not this one' } }),
  },
} satisfies Partial<Record<CallName, Row>>

const NO_LOT: Statuses = [401, 403, 403, 404, 404]
const noLot = () => ({ params: { id: newId() } })

/** What `server/access.test.ts` expects of the calls about lots, which packers may make, too. */
export const lotRows = {
  'GET /lots': { answers: ADMINS },
  'POST /lots': { answers: ADMINS, sends: ({ shop }) => ({ body: newLot(shop.shelves.espresso.id) }) },
  'PUT /lots/{id}': { answers: NO_LOT, sends: () => ({ ...noLot(), body: lotCorrection() }) },
  'DELETE /lots/{id}': { answers: NO_LOT, sends: noLot },
  'GET /lots/{id}/orders': { answers: NO_LOT, sends: noLot },
  'GET /line/{id}/lots': { answers: NO_LOT, sends: noLot },
  'PUT /line/{id}/lots': { answers: NO_LOT, sends: () => ({ ...noLot(), body: { lots: [] } }) },
} satisfies Partial<Record<CallName, Row>>
