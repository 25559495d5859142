import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { currentRequester, FairQueue } from '#server/platform/http/fair-queue.ts'

const derive = promisify(argon2)

/**
 * The parameters of the password hash argon2id (RFC 9106): 64 MiB of `memory` (in KiB), 3 passes and one lane. Hashing
 * a password takes about 0.1 s of CPU time.
 */
const COST = { memory: 65_536, passes: 3, parallelism: 1, tagLength: 32 }
const PHC = /^\$argon2id\$v=19\$m=65536,t=3,p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/**
 * At most two passwords are hashed at the same time, because each hash needs 64 MiB of memory. Up to thirty requests
 * from browsers that have signed in before, and up to thirty others, may wait for their turn. The longest wait is a few
 * seconds.
 */
const queue = new FairQueue({ maxAtOnce: 2, maxWaiting: 30 })

/** Returns a hash of the password as a PHC string: a text with the parameters, a random salt and the argon2id hash. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await queued(() => derive('argon2id', { ...COST, message: password, nonce: salt }))
  return `$argon2id$v=19$m=65536,t=3,p=1$${base64(salt)}$${base64(hash)}`
}

/** Returns whether the PHC string `hash` is a hash of this password. */
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
