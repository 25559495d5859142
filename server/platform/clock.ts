import { randomBytes, randomUUID } from 'node:crypto'

/** A day of 24 hours in milliseconds. Days on which the clocks are changed are shorter or longer. */
export const DAY_MS = 24 * 60 * 60_000

/** Returns the current time in UTC milliseconds. */
export function now(): number {
  return Date.now()
}

let lastTime = 0
let sequence = 0

/**
 * Returns a new UUID of version 7 (RFC 9562, section 5.7). Each id of a process sorts after the one before, even
 * within a millisecond or after the clock was set back. The 12 bits after the version are therefore a counter.
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

/**
 * Returns a new id that begins with a past time in UTC milliseconds. It is for imported rows that were created at
 * that time.
 */
export function idAt(time: number): string {
  return uuid(time, randomBytes(2).readUInt16BE() & 0xfff)
}

/**
 * Returns the smallest possible id for a time in UTC milliseconds. Ids of earlier times sort before it, and ids of
 * this and later times after it.
 */
export function firstIdAt(time: number): string {
  const stamp = time.toString(16).padStart(12, '0')
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7000-8000-000000000000`
}

/** The last 64 bits are those of a random UUID: the two bits of the variant, and 62 random bits. */
function uuid(time: number, count: number): string {
  const stamp = time.toString(16).padStart(12, '0')
  const tail = randomUUID().slice('xxxxxxxx-xxxx-xxxx-'.length)
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${count.toString(16).padStart(3, '0')}-${tail}`
}
