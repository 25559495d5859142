import { betterAuth } from 'better-auth/minimal'
import { PASSWORD_LENGTH } from '#contract/values/limits.ts'
import { newId } from '#server/platform/clock.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { isPassword } from '../passwords.ts'
import { openAdapter } from './adapter.ts'
import { RESET_TOKEN_MS } from './identity-provider.ts'
import { COOKIE_PREFIX } from './session-cookie.ts'

const DAY_S = 24 * 60 * 60
const SESSION = { expiresIn: 30 * DAY_S, updateAge: DAY_S }

export type BetterAuthSetup = {
  database: ShopDatabase
  publicUrl: string
  secret: string
  /** Called with the error of each failed database statement. */
  onFailure: (error: unknown) => void
  /**
   * Called with each new token for resetting a password, and the display name of the account. The callback runs in
   * the `AsyncLocalStorage` context of the request for the token.
   */
  onResetToken: (token: string, name: string) => void
  /** Called with the id of each account whose password was reset, in the `AsyncLocalStorage` context of the request. */
  onPasswordReset: (subject: string) => void
  /** Hashes a new password. */
  hash: (password: string) => Promise<string>
}

/**
 * Creates the better-auth instance, which uses the shop's own database. Importing this module takes as long as the
 * rest of the server's start. It is therefore imported dynamically when it is first needed.
 */
export function openBetterAuth(setup: BetterAuthSetup) {
  return betterAuth(options(setup))
}

function options({ database, publicUrl, secret, onFailure, ...callbacks }: BetterAuthSetup) {
  return {
    secret,
    baseURL: publicUrl,
    basePath: '/api/auth',
    database: openAdapter(database, onFailure),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_LENGTH.least,
      maxPasswordLength: PASSWORD_LENGTH.most,
      password: { hash: callbacks.hash, verify: isPassword },
      resetPasswordTokenExpiresIn: RESET_TOKEN_MS / 1000,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }: { user: { name: string }; token: string }) =>
        callbacks.onResetToken(token, user.name),
      onPasswordReset: async ({ user }: { user: { id: string } }) => callbacks.onPasswordReset(user.id),
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
      // Stores only hashes of the tokens that reset passwords. Only the outbox contains the token itself, until the
      // mail has been sent.
      storeIdentifier: 'hashed' as const,
    },
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
