import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from '../call.ts'
import { exact, oneOf, Text } from '../fields.ts'
import { LEGAL_LENGTH, legalPages } from './choices.ts'
import { ShopOpening, ShopProfile } from './profile.ts'

/* The calls with which admins set up the shop, edit its profile, publish it, and open the shop. */

const Version = Type.Integer({ minimum: 0 })

/**
 * The published profile and its draft, which is null if nothing is waiting to be published. The version rises with every
 * change of either. A request to change them contains the version that the admin has read, and is refused if another
 * admin has changed them since.
 */
export const EditedProfile = exact({
  published: ShopProfile,
  draft: Type.Union([ShopProfile, Type.Null()]),
  version: Version,
})

export type EditedProfile = Static<typeof EditedProfile>

/** The opening with its version, which is checked in the same way. */
export const VersionedOpening = exact({ opening: ShopOpening, version: Version })

export type VersionedOpening = Static<typeof VersionedOpening>

const Saved = exact({ version: Version })

export const shopCalls = {
  'GET /shop/profile': {
    summary: 'The profile of the shop, and its draft',
    access: 'admin',
    limit: 'read',
    answer: EditedProfile,
  },
  'PUT /shop/profile/draft': {
    summary: 'Save a draft of the profile, which visitors do not see',
    access: 'admin',
    limit: 'write',
    body: exact({ profile: ShopProfile, version: Version }),
    answer: Saved,
  },
  'POST /shop/profile/publish': {
    summary: 'Show the draft of the profile to visitors',
    access: 'admin',
    limit: 'write',
    body: exact({ version: Version }),
    answer: Saved,
  },
  'DELETE /shop/profile/draft': {
    summary: 'Discard the draft of the profile',
    access: 'admin',
    limit: 'write',
    query: exact({ version: Type.String({ pattern: '^\\d{1,15}$' }) }),
    answer: Saved,
  },
  'GET /shop/opening': {
    summary: 'Whether the shop is open, and who can see its products',
    access: 'admin',
    limit: 'read',
    answer: VersionedOpening,
  },
  'PUT /shop/opening': {
    summary: 'Open or close the shop, and choose who can see its products',
    access: 'admin',
    limit: 'write',
    body: VersionedOpening,
    answer: Saved,
  },
  'POST /shop/legal/preview': {
    summary: 'The HTML of a text in Markdown, as the legal pages show it',
    access: 'admin',
    limit: 'read',
    body: exact({ text: Text(LEGAL_LENGTH) }),
    answer: exact({ html: Type.String() }),
  },
} as const satisfies CallTable

/** A legal page of the shop. `html` was rendered from the owner's Markdown, and contains no scripts. */
export const LegalText = exact({ page: oneOf(legalPages), html: Type.String() })

export type LegalText = Static<typeof LegalText>

export const legalCalls = {
  'GET /legal/{page}': {
    summary: 'The text of a legal page: imprint, privacy, terms, or delivery and returns',
    access: 'public',
    limit: 'memory',
    params: exact({ page: Type.String({ maxLength: 40 }) }),
    answer: LegalText,
  },
  'GET /notice': {
    summary: 'What stands on the notice of the legal guarantee, which the checkout shows',
    access: 'public',
    limit: 'memory',
    answer: exact({ text: Type.String() }),
  },
} as const satisfies CallTable

/**
 * What the shop lacks. Nothing of it is stored: a step of setting it up is done if the settings and the catalogue have what
 * it asks for. `lacksNotice` says whether the shop sells to consumers in the EU without the notice of the legal guarantee.
 * `gateway` is the name of the payment gateway for new payments: `later`, `stripe`, or `instant` in a demo shop. `sleep` says
 * since when, in UTC milliseconds, the shop sleeps because it may be a copy: it was restored, or has another address, data
 * folder or account at the gateway. It then charges no subscriptions, and sends no older mails.
 */
export const ShopStart = exact({
  isDone: exact({
    name: Type.Boolean(),
    delivery: Type.Boolean(),
    payment: Type.Boolean(),
    products: Type.Boolean(),
  }),
  lacksNotice: Type.Boolean(),
  gateway: Type.String(),
  sleep: Type.Union([
    exact({ since: Type.Integer(), reason: oneOf(['restored', 'moved'] as const) }),
    Type.Null(),
  ]),
})

export type ShopStart = Static<typeof ShopStart>

export const startCalls = {
  'GET /shop/start': {
    summary: 'Which steps of setting up the shop are done, and whether it lacks a notice',
    access: 'admin',
    limit: 'read',
    answer: ShopStart,
  },
} as const satisfies CallTable
