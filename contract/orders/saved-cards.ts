import { Type } from 'typebox'
import type { CallTable } from '../call.ts'
import { exact, Modified } from '../fields.ts'
import { LinkToken } from '../identity/sign-in.ts'
import { MailedCode } from './subscriptions.ts'

const Session = Type.String({ pattern: '^[A-Za-z0-9_]+$', maxLength: 200 })
const byLink = { access: 'public', limit: 'signIn' } as const

export const savedCardCalls = {
  'POST /subscriptions/card': {
    summary:
      'Opens a page on which the customer saves a new card for all their subscriptions that are paid by card, or for all if none is. The page leads back to the path `returnTo`, with a `session` in the query if a card was saved.',
    access: 'buyer',
    limit: 'write',
    body: exact({ returnTo: Type.String({ pattern: '^/[a-z][a-z/-]*$', maxLength: 100 }) }),
    answer: exact({ url: Type.String() }),
  },
  'POST /subscriptions/card/done': {
    summary:
      'Uses the card that was saved on such a page instead of the one before. Declined deliveries are charged at once.',
    access: 'buyer',
    limit: 'write',
    body: exact({ session: Session }),
    answer: Modified,
  },
  'POST /subscriptions/link/card': {
    summary:
      'Opens such a page for the customer of a mailed link, with a mailed code. It leads back to `/subscriptions`.',
    ...byLink,
    body: exact({ token: LinkToken, code: MailedCode }),
    answer: exact({ url: Type.String() }),
  },
  'POST /subscriptions/link/card/done': {
    summary: 'Uses the card that the customer of a mailed link has saved there',
    ...byLink,
    body: exact({ token: LinkToken, session: Session }),
    answer: Modified,
  },
} satisfies CallTable
