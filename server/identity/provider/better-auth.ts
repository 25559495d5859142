import { betterAuth } from 'better-auth/minimal'
import { PASSWORD_LENGTH } from '#contract/values/limits.ts'
import { newId } from '#server/platform/clock.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { isPassword } from '../passwords.ts'
import { openAdapter } from './adapter.ts'
import { sessionOpening } from './open-session.ts'
import { COOKIE_PREFIX } from './session-cookie.ts'

const DAY_S = 24 * 60 * 60
const SESSION = { expiresIn: 30 * DAY_S, updateAge: DAY_S }

export type BetterAuthSetup = {
  database: ShopDatabase
  publicUrl: string
  secret: string
  /** Called with the error of each failed database statement. */
  onFailure: (error: unknown) => void
  /** Hashes a new password. */
  hash: (password: string) => Promise<string>
  /** Returns whether the email address of the account that is being created is confirmed. */
  isConfirmed: () => boolean
}

/**
 * Creates the better-auth instance, which uses the shop's own database. Importing this module takes as long as the
 * rest of the server's start. It is therefore imported dynamically when it is first needed.
 */
export function openBetterAuth(setup: BetterAuthSetup) {
  return betterAuth(options(setup))
}

function options({ database, publicUrl, secret, onFailure, hash, isConfirmed }: BetterAuthSetup) {
  return {
    secret,
    baseURL: publicUrl,
    basePath: '/api/auth',
    database: openAdapter(database, onFailure),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_LENGTH.least,
      maxPasswordLength: PASSWORD_LENGTH.most,
      password: { hash, verify: isPassword },
    },
    session: {
      modelName: 'identity_sessions',
      fields: snake(SESSION_FIELDS),
      ...SESSION,
      cookieCache: { enabled: false },
    },
    user: { modelName: 'identity_users', fields: snake(USER_FIELDS) },
    account: { modelName: 'identity_accounts', fields: snake(ACCOUNT_FIELDS) },
    verification: {
      modelName: 'identity_verifications',
      fields: snake(VERIFICATION_FIELDS),
      // Stores only hashes of tokens, as `queries.ts` does for the tokens that reset passwords.
      storeIdentifier: 'hashed' as const,
    },
    databaseHooks: {
      user: {
        create: {
          before: async (user: object) => ({ data: { ...user, emailVerified: isConfirmed() } }),
        },
      },
    },
    plugins: [sessionOpening()],
    rateLimit: { enabled: false },
    logger: { disabled: true },
    telemetry: { enabled: false },
    // Makes better-auth reject with unexpected errors. By default it only logs them.
    onAPIError: { throw: true },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: publicUrl.startsWith('https:'),
      ipAddress: { disableIpTracking: true },
      database: { generateId: newId },
      // The server itself checks the `Origin` header of all requests to better-auth that change data, so the library
      // need not do so.
      disableOriginCheck: true,
      disableCSRFCheck: true,
    },
  }
}

const SESSION_FIELDS = ['userId', 'expiresAt', 'ipAddress', 'userAgent', 'createdAt', 'updatedAt'] as const
const USER_FIELDS = ['emailVerified', 'createdAt', 'updatedAt'] as const
const VERIFICATION_FIELDS = ['expiresAt', 'createdAt', 'updatedAt'] as const
const ACCOUNT_FIELDS = [
  'accountId',
  'providerId',
  'userId',
  'accessToken',
  'refreshToken',
  'idToken',
  'accessTokenExpiresAt',
  'refreshTokenExpiresAt',
  'createdAt',
  'updatedAt',
] as const

function snake<F extends string>(fields: readonly F[]): Record<F, string> {
  const pairs = fields.map((field) => [
    field,
    field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ])
  // The cast restores the type of the keys: Object.fromEntries returns an object with arbitrary strings as keys.
  return Object.fromEntries(pairs) as Record<F, string>
}
