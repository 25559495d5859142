import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import type { AnyEvent } from '../database/events.ts'
import { DatabaseUnusable } from '../database/database-errors.ts'
import { Jobs } from '../jobs.ts'
import { LeaseRows } from './lease-row.ts'
import type { LeaseRow } from './lease-row.ts'
import { hasEnded, thisProcess } from './process-name.ts'
import type { ProcessName } from './process-name.ts'

/**
 * Times in milliseconds. The process that holds the lease renews it every `renewMs`. It writes only until `holdMs`
 * after the last renewal, and another process may take the lease `expiryMs` after it. Commits that are in flight after
 * `holdMs` can still end before `expiryMs`. The difference of the two is longer than PostgreSQL keeps an idle
 * transaction open, so a process that is suspended before a commit cannot commit after its lease has expired.
 */
const TIMES = { renewMs: 3000, holdMs: 10_000, expiryMs: 15_000 }

type Clocks = { running: number; wall: number }

type Setting = {
  self: ProcessName
  times: typeof TIMES
  /** Prints a sentence that explains why the start takes so long. */
  say: (sentence: string) => void
}

/**
 * The right to run the shop on a database that several processes can reach. The lease is a database row, which its
 * holder renews. It does not depend on an open connection, and it expires some seconds after its holder was killed.
 */
export class Lease<Tables> {
  readonly #rows: LeaseRows<Tables>
  readonly #holder: string
  readonly #times: typeof TIMES
  readonly #renewing = new Jobs(() => undefined)
  readonly #onLost: (reason: Error) => void
  #heldSince: Clocks
  #isLost = false
  /** Resolves with the reason when another process has taken the lease. This process must then end. */
  readonly lost: Promise<Error>

  /** Must be called when the holder has just claimed the lease. `at` is the time immediately before the claim. */
  constructor({
    rows,
    holder,
    times,
    at,
  }: {
    rows: LeaseRows<Tables>
    holder: string
    times: typeof TIMES
    at: Clocks
  }) {
    this.#rows = rows
    this.#holder = holder
    this.#times = times
    this.#heldSince = at
    const { promise, resolve } = Promise.withResolvers<Error>()
    this.lost = promise
    this.#onLost = resolve
    this.#renewing.every(times.renewMs, () => this.#renew())
  }

  /**
   * Returns the database for the process that holds the lease. This database rejects writes while the lease is not
   * held. Closing it also releases the lease.
   */
  guard<E extends AnyEvent>(database: Database<Tables, E>): Database<Tables, E> {
    return {
      ...database,
      write: async (work) => {
        this.#throwUnlessHeld()
        return database.write(async (write) => {
          const result = await work(write)
          // The lease is checked again before the commit. The work may have taken long, or the process may have been
          // suspended.
          this.#throwUnlessHeld()
          return result
        })
      },
      check: async () => {
        this.#throwUnlessHeld()
        await database.check()
      },
      close: async () => {
        await this.release()
        await database.close()
      },
    }
  }

  /** Releases the lease, so that the next process does not have to wait for it to expire. */
  async release(): Promise<void> {
    this.#isLost = true
    await this.#renewing.stop()
    // If the database is unavailable, the lease cannot be released and expires later.
    await this.#rows.release(this.#holder).catch(() => undefined)
  }

  async #renew(): Promise<void> {
    if (this.#isLost) return
    const sentAt = clocks()
    try {
      if (await this.#rows.renew(this.#holder)) this.#heldSince = sentAt
      else await this.#lose()
    } catch {
      // The database is unavailable. The renewal is tried again after `renewMs`. If no renewal succeeds for `holdMs`,
      // writes are rejected.
    }
  }

  async #lose(): Promise<void> {
    this.#isLost = true
    const other = await this.#rows.find().catch(() => null)
    this.#onLost(
      new Error(
        `This process was silent for too long, and ${other ? nameOf(other) : 'another process'} runs the shop on this database now. This one ends.`,
      ),
    )
  }

  #throwUnlessHeld(): void {
    const { running, wall } = clocks()
    const heldFor = Math.max(running - this.#heldSince.running, wall - this.#heldSince.wall)
    if (this.#isLost || heldFor > this.#times.holdMs)
      throw new DatabaseUnusable(
        'This process could not renew its lease on the database, so another one may have taken over.',
      )
  }
}

/**
 * Takes the lease. If another process holds the lease but does not renew it, waits until it expires. If the other
 * process renews it, throws an error with one sentence that names that process.
 */
export async function takeLease<Tables>(
  database: Database<Tables>,
  setting: Partial<Setting> = {},
): Promise<Lease<Tables>> {
  const { self, times, say }: Setting = {
    self: thisProcess(),
    times: TIMES,
    say: () => undefined,
    ...setting,
  }
  const rows = new LeaseRows(database)
  await rows.makeTable()
  const holder = randomUUID()
  for (let seen: LeaseRow | null = null; ;) {
    const at = clocks()
    if (await rows.claim(holder, self, times.expiryMs)) return new Lease({ rows, holder, times, at })
    const other = await rows.find()
    if (other && hasEnded(other, self)) {
      await rows.release(other.holder)
    } else if (other) {
      if (seen?.holder === other.holder) throwIfRenewed(seen, other)
      else
        say(
          `Waiting up to ${times.expiryMs / 1000} s: ${nameOf(other)} may still run a shop on this database.`,
        )
      seen = other
      await pause(times.renewMs / 6)
    }
  }
}

function throwIfRenewed(before: LeaseRow, other: LeaseRow): void {
  if (before.renewed_at === other.renewed_at) return
  throw new Error(
    `Another process already runs a shop on this database: ${nameOf(other)}. Stop it, or choose another DATABASE_URL.`,
  )
}

function nameOf({ host, pid, since }: LeaseRow): string {
  return `process ${pid} on ${host}, since ${new Date(since).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/**
 * Returns the current time in milliseconds by two clocks, because neither is reliable alone. `running` stops while the
 * machine sleeps, and `wall` may be set back. Of the times that have passed by the two clocks, the longer one counts.
 */
function clocks(): Clocks {
  return { running: performance.now(), wall: Date.now() }
}
