import { betterAuth } from 'better-auth/minimal'
import { kyselyAdapter } from '@better-auth/kysely-adapter'
import { PASSWORD_LENGTH } from '#contract/values/limits.ts'
import { newId } from '#server/platform/clock.ts'
import { autocommit } from './autocommit.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { withHashedTokens } from './session-hashing.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

const DAY_S = 24 * 60 * 60
const SESSION = { expiresIn: 30 * DAY_S, updateAge: DAY_S }

export type BetterAuthSetup = {
  database: ShopDatabase
  publicUrl: string
  secret: string
  cookiePrefix: string
  /** Hears of each statement that failed. */
  onFailure: (error: unknown) => void
}

/** better-auth on the shop's own database. Loading it takes as long as the rest of the shop's start together. */
export function openBetterAuth(setup: BetterAuthSetup) {
  return betterAuth(options(setup))
}

function options({ database, publicUrl, secret, cookiePrefix, onFailure }: BetterAuthSetup) {
  const store = kyselyAdapter(autocommit(database, onFailure), { type: database.dialect, transaction: false })
  return {
    secret,
    baseURL: publicUrl,
    basePath: '/api/auth',
    database: (asked: Parameters<typeof store>[0]) => withHashedTokens(store(asked)),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_LENGTH.least,
      maxPasswordLength: PASSWORD_LENGTH.most,
      password: { hash: hashPassword, verify: isPassword },
    },
    session: {
      modelName: 'identity_sessions',
      fields: snake(SESSION_FIELDS),
      ...SESSION,
      cookieCache: { enabled: false },
    },
    user: { modelName: 'identity_users', fields: snake(USER_FIELDS) },
    account: { modelName: 'identity_accounts', fields: snake(ACCOUNT_FIELDS) },
    verification: { modelName: 'identity_verifications', fields: snake(VERIFICATION_FIELDS) },
    rateLimit: { enabled: false },
    logger: { disabled: true },
    telemetry: { enabled: false },
    // What it does not expect comes here instead of being printed by the library.
    onAPIError: { throw: true },
    advanced: {
      cookiePrefix,
      useSecureCookies: publicUrl.startsWith('https:'),
      ipAddress: { disableIpTracking: true },
      database: { generateId: newId },
      // The shop has already checked where the request comes from, for all its calls alike.
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
  // The keys are the fields given.
  return Object.fromEntries(pairs) as Record<F, string>
}
