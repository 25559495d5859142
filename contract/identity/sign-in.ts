import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from '../call.ts'
import { Email, exact, Inserted, Name, NewEmail } from '../fields.ts'
import { PASSWORD_LENGTH } from '../values/limits.ts'

/**
 * The signed-in user, with the name and the email address of the account.
 */
export const Person = exact({ email: Email, name: Type.String() })

export type Person = Static<typeof Person>

/** `needsCode` is true if the first factor was right, and the account has a second one: see `factors.ts`. */
export const Session = exact({
  user: Type.Union([Person, Type.Null()]),
  needsCode: Type.Optional(Type.Boolean()),
})

/** The token in a link of a mail. */
export const LinkToken = Type.String({ minLength: 1, maxLength: 200 })

export const Password = Type.String({ minLength: PASSWORD_LENGTH.min, maxLength: PASSWORD_LENGTH.max })

export const Acknowledged = exact({ acknowledged: Type.Boolean() })

const EmailQuery = exact({ email: Email })

export const identityCalls = {
  'GET /jwt': {
    summary: 'An access token for the session of the browser',
    access: 'session',
    limit: 'write',
    query: EmailQuery,
    answer: exact({ accessToken: Type.String() }),
  },
  'POST /users': {
    summary: "Create or update the caller's user row; may be repeated",
    access: 'session',
    limit: 'write',
    body: exact({ name: Name, email: Email }),
    answer: Inserted,
  },
  'GET /user/admin/{email}': {
    summary: 'Whether the user with this email address is an admin',
    access: 'signedIn',
    limit: 'read',
    email: 'ownOrAdmin',
    params: EmailQuery,
    /**
     * `isPacker` is set for a packer. `needsFactor` is true for one of the staff whose session lacks the second factor
     * that the shop demands of them.
     */
    answer: exact({
      isAdmin: Type.Boolean(),
      isPacker: Type.Optional(Type.Literal(true)),
      needsFactor: Type.Optional(Type.Boolean()),
    }),
  },
  'GET /auth/session': {
    summary: 'The signed-in person, or null',
    access: 'public',
    limit: 'read',
    answer: Session,
  },
  'POST /auth/sign-in': {
    summary: 'Sign in with email and password',
    access: 'public',
    limit: 'signIn',
    body: exact({ email: Email, password: Password }),
    answer: Session,
  },
  'POST /auth/sign-up': {
    summary:
      'Create an account and sign in. In a shop that sends mails, only mail a link that does so: the person is null then',
    access: 'public',
    limit: 'signUp',
    body: exact({ name: Name, email: NewEmail, password: Password }),
    answer: Session,
  },
  'POST /auth/confirm-sign-up': {
    summary:
      'Create an account with the token of such a link and sign in. Other browsers send the password, too',
    access: 'public',
    limit: 'signIn',
    body: exact({ token: LinkToken, password: Type.Optional(Password) }),
    answer: Session,
  },
  'POST /auth/forgot-password': {
    summary: 'Mail a link to choose a new password, if there is an account with this address',
    access: 'public',
    limit: 'reset',
    body: exact({ email: Email }),
    answer: Acknowledged,
  },
  'POST /auth/reset-password': {
    summary: 'Choose a new password with the token of such a link, and end all sessions',
    access: 'public',
    limit: 'signIn',
    body: exact({ token: LinkToken, password: Password }),
    answer: Acknowledged,
  },
  'PUT /auth/password': {
    summary: 'Change the own password, and end all other sessions',
    access: 'session',
    limit: 'signIn',
    body: exact({ current: Password, password: Password }),
    answer: Acknowledged,
  },
  'PUT /auth/profile': {
    summary: 'Change the display name',
    access: 'session',
    limit: 'write',
    body: exact({ name: Name }),
    answer: Session,
  },
  'POST /auth/firebase': {
    summary:
      'Exchange an ID token of Firebase for a session, or renew it. Only in a shop whose accounts are at Firebase',
    access: 'public',
    limit: 'signIn',
    body: exact({ idToken: Type.String({ minLength: 1, maxLength: 4096 }) }),
    answer: Session,
  },
  'POST /auth/guest': {
    summary: 'Let this browser see the order of a guest, with the key from the link in a mail',
    access: 'public',
    limit: 'signIn',
    body: exact({ key: Type.String({ minLength: 1, maxLength: 200 }) }),
    answer: Acknowledged,
  },
  'POST /auth/sign-out': {
    summary: 'End the session',
    access: 'public',
    limit: 'write',
    answer: Acknowledged,
  },
} as const satisfies CallTable
