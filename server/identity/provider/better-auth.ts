import { betterAuth } from 'better-auth/minimal'
import { PASSWORD_LENGTH } from '#contract/values/limits.ts'
import { newId } from '#server/platform/clock.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { hashPassword, isPassword } from '../passwords.ts'
import { openAdapter } from './adapter.ts'
import { RESET_TOKEN_MS } from './identity-provider.ts'
import { COOKIE_PREFIX } from './session-cookie.ts'

const DAY_S = 24 * 60 * 60
const SESSION = { expiresIn: 30 * DAY_S, updateAge: DAY_S }

export type BetterAuthSetup = {
  database: ShopDatabase
  publicUrl: string
  secret: string
  /** Called with the error of each failed statement. */
  onFailure: (error: unknown) => void
  /** Called with each token for a new password, in the asynchronous context of the request for it. */
  onResetToken: (token: string, name: string) => void
  /** Called with the subject of each account that gets a new password, in the same way. */
  onPasswordReset: (subject: string) => void
}

/**
 * Opens better-auth on the shop's own database. Importing this module takes as long as the rest of the shop's start, so
 * it is loaded when it is first needed.
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
      password: { hash: hashPassword, verify: isPassword },
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
      // So that a copy of the database lets no one choose a new password.
      storeIdentifier: 'hashed' as const,
    },
    rateLimit: { enabled: false },
    logger: { disabled: true },
    telemetry: { enabled: false },
    // Makes the library reject with unexpected errors instead of printing them.
    onAPIError: { throw: true },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: publicUrl.startsWith('https:'),
      ipAddress: { disableIpTracking: true },
      database: { generateId: newId },
      // The gate has already checked the origin of the request.
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
  // The cast restores the keys, which Object.fromEntries loses.
  return Object.fromEntries(pairs) as Record<F, string>
}
