import { randomBytes } from 'node:crypto'
import { storedToken } from '#server/identity/tokens.ts'
import type { Db } from '#server/shop-database.ts'
import type { GiftRow } from '#server/tables/subscription-rows.ts'

/** The digits and letters of Crockford's Base32 (https://www.crockford.com/base32.html), none of which look alike. */
const CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns a code of 80 random bits, such as `7K3M-Q2ZD-0XHT-W9AE`. */
export function newCode(): string {
  const code = Array.from(randomBytes(16), (byte) => CHARACTERS[byte % CHARACTERS.length]).join('')
  return code.replaceAll(/.{4}(?=.)/g, '$&-')
}

/** Returns what the database has of a code, which may be typed without hyphens, in small letters, or with an O for a 0. */
export function storedCode(typed: string): string {
  const code = typed.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return storedToken(code.replaceAll(/[^0-9A-Z]/g, ''))
}

/** Finds the gift with a code. One that is not paid, or was refunded, has none. */
export function findGift(db: Db, code: string): Promise<GiftRow | undefined> {
  return db.selectFrom('gifts').selectAll().where('code_hash', '=', storedCode(code)).executeTakeFirst()
}
