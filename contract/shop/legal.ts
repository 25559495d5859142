import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from '../call.ts'
import { exact, oneOf } from '../fields.ts'
import { legalPages } from './profile.ts'

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
} as const satisfies CallTable
