import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Overloaded } from '#server/platform/http/errors.ts'

const derive = promisify(argon2)

/** argon2id (RFC 9106): 64 MiB (`m`, in KiB), 3 passes (`t`), one lane. About 0.1 s of a core. */
const COST = { memory: 65_536, passes: 3, parallelism: 1, tagLength: 32 }
const FORM = /^\$argon2id\$v=19\$m=65536,t=3,p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Hashes under way at once: each holds 64 MiB. Further ones wait their turn. */
const MOST_AT_ONCE = 2
/** Whoever would wait for more than these, some seconds, is asked to come again instead. */
const MOST_WAITING = 100

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

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= MOST_WAITING) throw new Overloaded('Too many passwords are waiting to be hashed.')
  if (running >= MOST_AT_ONCE) await new Promise<void>((next) => waiting.push(next))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** PHC strings carry base64 without padding. */
function plain64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
