import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from '../call.ts'
import { exact, STORABLE } from '../fields.ts'
import { LEGAL_LENGTH, ShopOpening, ShopProfile } from './profile.ts'

/* The calls with which admins edit the profile of the shop, publish it, and open the shop. */

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
    body: exact({ text: Type.String({ maxLength: LEGAL_LENGTH, pattern: STORABLE }) }),
    answer: exact({ html: Type.String() }),
  },
} as const satisfies CallTable
