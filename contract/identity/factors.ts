import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from '../call.ts'
import { exact, Time } from '../fields.ts'
import { Acknowledged, Password, Session } from './sign-in.ts'

/** A code of six digits from an app, or a recovery code. Spaces and dashes are ignored. */
const Code = Type.String({ minLength: 6, maxLength: 30 })

/** The id of a passkey in base64url. */
const PasskeyId = Type.String({ minLength: 1, maxLength: 1400, pattern: '^[\\w-]+$' })

const PasskeyName = Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' })

/** The JSON form of a credential (Web Authentication Level 3, section 5.1). Its library checks all parts. */
const Credential = Type.Unknown()

/** The JSON form of the options of a credential. */
const CredentialOptions = Type.Object({ challenge: Type.String() })

/** `password` is missing if the account has none. The session must then be new. */
const StepUp = { password: Type.Optional(Password) }

export const Passkey = exact({
  id: PasskeyId,
  name: Type.String(),
  since: Time,
  usedAt: Type.Union([Time, Type.Null()]),
})

/**
 * `hasTotp` says whether each login asks for a code. `isNeeded` is true for an admin of a shop that demands a second
 * factor of admins, in a session that was opened without one.
 */
export const OwnFactors = exact({
  hasTotp: Type.Boolean(),
  recoveryCodes: Type.Integer(),
  passkeys: Type.Array(Passkey),
  isNeeded: Type.Boolean(),
})

export type OwnFactors = Static<typeof OwnFactors>

const RecoveryCodes = exact({ recoveryCodes: Type.Array(Type.String()) })

export const factorCalls = {
  'GET /account/factors': {
    summary: 'The second factor and the passkeys of the own account',
    access: 'session',
    limit: 'read',
    answer: OwnFactors,
  },
  'POST /account/totp': {
    summary: 'Start to set up codes from an app: the secret, as text, as a link for apps and as a QR code',
    access: 'session',
    limit: 'signIn',
    body: exact(StepUp),
    answer: exact({ secret: Type.String(), url: Type.String(), qr: Type.String() }),
  },
  'PUT /account/totp': {
    summary: 'Turn the second factor on with a code of the app, which shows the recovery codes once',
    access: 'session',
    limit: 'signIn',
    body: exact({ code: Code }),
    answer: RecoveryCodes,
  },
  'POST /account/totp/removal': {
    summary: 'Turn the second factor off, with a code',
    access: 'session',
    limit: 'signIn',
    body: exact({ ...StepUp, code: Code }),
    answer: Acknowledged,
  },
  'POST /account/recoveryCodes': {
    summary: 'Replace the recovery codes, with a code',
    access: 'session',
    limit: 'signIn',
    body: exact({ code: Code }),
    answer: RecoveryCodes,
  },
  'POST /account/passkeyOptions': {
    summary: 'The options with which the browser makes a passkey',
    access: 'session',
    limit: 'signIn',
    body: exact(StepUp),
    answer: CredentialOptions,
  },
  'POST /account/passkeys': {
    summary: 'Add a passkey that the browser has made with these options',
    access: 'session',
    limit: 'signIn',
    body: exact({ name: PasskeyName, credential: Credential }),
    answer: Acknowledged,
  },
  'POST /account/passkey/{id}/removal': {
    summary: 'Remove a passkey, unless it is the only way to log in',
    access: 'session',
    limit: 'signIn',
    params: exact({ id: PasskeyId }),
    body: exact(StepUp),
    answer: Acknowledged,
  },
  'POST /auth/passkeyOptions': {
    summary: 'The options with which the browser logs in with a passkey',
    access: 'public',
    limit: 'signIn',
    answer: CredentialOptions,
  },
  'POST /auth/passkey': {
    summary: 'Log in with a passkey',
    access: 'public',
    limit: 'signIn',
    body: exact({ credential: Credential }),
    answer: Session,
  },
  'POST /auth/second-factor': {
    summary: 'Complete a login with a code of the app or a recovery code',
    access: 'public',
    limit: 'signIn',
    body: exact({ code: Code }),
    answer: Session,
  },
} as const satisfies CallTable
