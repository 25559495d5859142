import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { currentRequester, FairQueue } from '#server/platform/http/fair-queue.ts'

const derive = promisify(argon2)

/** argon2id (RFC 9106): 64 MiB (`m`, in KiB), 3 passes (`t`), one lane. About 0.1 s of a core. */
const COST = { memory: 65_536, passes: 3, parallelism: 1, tagLength: 32 }
const FORM = /^\$argon2id\$v=19\$m=65536,t=3,p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Two at once, since each holds 64 MiB. Thirty in a line wait for a few seconds at most. */
const queue = new FairQueue({ mostAtOnce: 2, mostWaiting: 30 })

/** A password as a PHC string, safe to keep. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await inTurn(() => derive('argon2id', { ...COST, message: password, nonce: salt }))
  return `$argon2id$v=19$m=65536,t=3,p=1$${plain64(salt)}$${plain64(hash)}`
}

/** Whether this is the password that the PHC string was made of. */
export async function isPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const [, salt, expected] = FORM.exec(hash) ?? []
  if (!salt || !expected) return false
  const nonce = Buffer.from(salt, 'base64')
  const actual = await inTurn(() => derive('argon2id', { ...COST, message: password, nonce }))
  return timingSafeEqual(actual, Buffer.from(expected, 'base64'))
}

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  return queue.run(currentRequester(), work)
}

/** PHC strings carry base64 without padding. */
function plain64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
