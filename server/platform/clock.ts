import { randomBytes, randomFillSync } from 'node:crypto'

/** Now, in UTC milliseconds. The one place that asks for the time. */
export function now(): number {
  return Date.now()
}

let lastTime = 0
let sequence = 0

/**
 * A new UUID version 7 (RFC 9562, section 5.7) as text. Ids of one process strictly ascend, also within a
 * millisecond and when the clock is set back: the 12 bits after the version count up.
 */
export function newId(): string {
  const time = now()
  if (time > lastTime) {
    lastTime = time
    sequence = randomBytes(1).readUInt8()
  } else if (++sequence > 0xfff) {
    lastTime += 1
    sequence = 0
  }
  return uuid(lastTime, sequence)
}

const processName = randomBytes(6).toString('base64url')
let requests = 0

/** The name of a request in the log, unlike any other's: this process's random name and a count. */
export function requestName(): string {
  requests += 1
  return `${processName}-${requests.toString(36)}`
}

/** An id as if it had been made at that time (UTC milliseconds), for what is brought in from the past. */
export function idAt(time: number): string {
  return uuid(time, randomBytes(2).readUInt16BE() & 0xfff)
}

/** The smallest id of that time (UTC milliseconds): ids from then on sort after it. */
export function firstIdAt(time: number): string {
  const stamp = time.toString(16).padStart(12, '0')
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7000-8000-000000000000`
}

function uuid(time: number, count: number): string {
  const stamp = time.toString(16).padStart(12, '0')
  const tail = randomTail()
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${count.toString(16).padStart(3, '0')}-${tail.slice(0, 4)}-${tail.slice(4)}`
}

/** Random bytes are fetched for many ids at once: each fetch costs more than an id. */
const pool = Buffer.alloc(8 * 512)
let used = pool.length

/** 62 random bits after the two of the variant, as 16 hexadecimal digits. */
function randomTail(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  pool.writeUInt8((pool.readUInt8(used) & 0x3f) | 0x80, used)
  used += 8
  return pool.toString('hex', used - 8, used)
}
