import { randomInt } from 'node:crypto'
import { now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { AccountRow } from '#server/tables/account-rows.ts'
import { deleteTokens, mint, takeToken } from '../tokens.ts'

/** A transaction must not wait for it: await it before, so that other writes do not wait for the disk. */
export const loadOtp = () => import('otpauth')

/** The duration of a time step, in seconds (RFC 6238). A code of the step before or after is accepted, too. */
const STEP_S = 30

/** Recovery codes have no letters and digits that are easily confused. 15 of these have 74 random bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const CODE_LENGTH = 15
const RECOVERY_CODES = 10

/** Recovery codes do not expire: year 9999. */
const NEVER = Date.UTC(9999, 0)

/**
 * Uses a code of the app or a recovery code of an account whose row is locked. Returns false if the code is wrong, or was
 * used before.
 */
export async function takeCode(tx: Db, account: AccountRow, given: string): Promise<boolean> {
  const code = given.replaceAll(/[\s-]/g, '').toLowerCase()
  if (/^\d{6}$/.test(code)) return takeTotp(tx, account, code)
  const token = recoveryToken(account.id, code)
  return (await takeToken(tx, { token, kinds: ['recovery'], at: now() })) !== undefined
}

/**
 * Uses a code of the app. Returns false if it is wrong or was used. While the second factor is set up, `totp_secret` is the
 * secret that is not stored in the account yet.
 */
export async function takeTotp(
  tx: Db,
  { id, totp_secret: secret }: Pick<AccountRow, 'id' | 'totp_secret'>,
  code: string,
): Promise<boolean> {
  if (secret === null) return false
  const { Secret, TOTP } = await loadOtp()
  const timestamp = now()
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: STEP_S })
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  if (delta === null) return false
  const step = Math.floor(timestamp / 1000 / STEP_S) + delta
  // A code of this step or an earlier one is not accepted any more.
  const used = tx.updateTable('accounts').set({ totp_step: step }).where('id', '=', id)
  return (await used.where('totp_step', '<', step).returning('id').execute()).length > 0
}

/** Replaces the recovery codes of an account. Returns the new ones, of which only hashes are stored. */
export async function newRecoveryCodes(tx: Db, owner: string): Promise<string[]> {
  await deleteTokens(tx, { owner, kinds: ['recovery'] })
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  )
  for (const code of codes)
    await mint(tx, { kind: 'recovery', owner, expiresAt: NEVER, token: recoveryToken(owner, code) })
  return codes.map((code) => code.replaceAll(/.{5}(?=.)/g, '$&-'))
}

/** The id of the account is part of what is hashed, so that a code is looked up for one account only. */
function recoveryToken(account: string, code: string): string {
  return `${account} ${code}`
}
