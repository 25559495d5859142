import { randomBytes, randomFillSync } from 'node:crypto'

/** Returns the current time in UTC milliseconds. All code of the server gets the time from here. */
export function now(): number {
  return Date.now()
}

let lastTime = 0
let sequence = 0

/**
 * Returns a new UUID of version 7 (RFC 9562, section 5.7). The ids of one process strictly ascend, also within a
 * millisecond and after the clock was set back, because the 12 bits after the version are a counter.
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

/** Returns the id of a request for the log. It is unique: the process's random name and a count. */
export function requestName(): string {
  requests += 1
  return `${processName}-${requests.toString(36)}`
}

/** Returns an id for a past time in UTC milliseconds, for rows that are imported with that time. */
export function idAt(time: number): string {
  return uuid(time, randomBytes(2).readUInt16BE() & 0xfff)
}

/** Returns the smallest id of a time in UTC milliseconds. All ids from that time on sort after it. */
export function firstIdAt(time: number): string {
  const stamp = time.toString(16).padStart(12, '0')
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7000-8000-000000000000`
}

function uuid(time: number, count: number): string {
  const stamp = time.toString(16).padStart(12, '0')
  const tail = randomTail()
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${count.toString(16).padStart(3, '0')}-${tail.slice(0, 4)}-${tail.slice(4)}`
}

/**
 * Random bytes for many ids. They are filled at once, because each call for random bytes takes longer than making an
 * id.
 */
const pool = Buffer.alloc(8 * 512)
let used = pool.length

/** Returns the two bits of the variant and 62 random bits as 16 hexadecimal digits. */
function randomTail(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  pool.writeUInt8((pool.readUInt8(used) & 0x3f) | 0x80, used)
  used += 8
  return pool.toString('hex', used - 8, used)
}
