import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { currentRequester, FairQueue } from '#server/platform/http/fair-queue.ts'

const derive = promisify(argon2)

/**
 * The parameters of argon2id (RFC 9106): 64 MiB (`m`, in KiB), 3 passes (`t`), one lane. Hashing takes about 0.1 s of
 * CPU time.
 */
const COST = { memory: 65_536, passes: 3, parallelism: 1, tagLength: 32 }
const PHC = /^\$argon2id\$v=19\$m=65536,t=3,p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Two run at the same time, because each uses 64 MiB. Thirty may wait, which takes a few seconds. */
const queue = new FairQueue({ mostAtOnce: 2, mostWaiting: 30 })

/** Returns the hash of a password as a PHC string, which is safe to store. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await queued(() => derive('argon2id', { ...COST, message: password, nonce: salt }))
  return `$argon2id$v=19$m=65536,t=3,p=1$${base64(salt)}$${base64(hash)}`
}

/** Returns whether the PHC string is the hash of this password. */
export async function isPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const [, salt, expected] = PHC.exec(hash) ?? []
  if (!salt || !expected) return false
  const nonce = Buffer.from(salt, 'base64')
  const actual = await queued(() => derive('argon2id', { ...COST, message: password, nonce }))
  return timingSafeEqual(actual, Buffer.from(expected, 'base64'))
}

function queued<T>(work: () => Promise<T>): Promise<T> {
  return queue.run(currentRequester(), work)
}

/** Encodes bytes as base64 without padding, as PHC strings do. */
function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
