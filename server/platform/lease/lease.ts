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
 * In milliseconds: how often a lease is renewed; until when after the last renewal its holder writes; and from when on
 * another process may take it. The time between the last two is for commits in flight. It is longer than the server
 * keeps an idle transaction open, so a process that freezes before its commit finds its transaction gone.
 */
const TIMES = { renewMs: 3000, holdMs: 10_000, expiryMs: 15_000 }

type Clocks = { running: number; wall: number }

type Setting = {
  self: ProcessName
  times: typeof TIMES
  /** Prints why the start takes so long. */
  say: (sentence: string) => void
}

/**
 * The right to run the shop on a database that several processes can reach. It is a row that its holder renews, so it
 * needs no session that lasts, and ends by itself some seconds after a process that was killed.
 */
export class Lease<Tables> {
  readonly #rows: LeaseRows<Tables>
  readonly #holder: string
  readonly #times: typeof TIMES
  readonly #renewing = new Jobs(() => undefined)
  readonly #onLost: (reason: Error) => void
  #heldSince: Clocks
  #isLost = false
  /** Resolves with the reason when another process has the lease: this one must end then. */
  readonly lost: Promise<Error>

  /** To be made when the holder has claimed the lease; `at` is before that. */
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

  /** The database for the holder: it writes only while the lease is held, and gives the lease back when it is closed. */
  guard<E extends AnyEvent>(database: Database<Tables, E>): Database<Tables, E> {
    return {
      ...database,
      write: async (work) => {
        this.#throwUnlessHeld()
        return database.write(async (write) => {
          const result = await work(write)
          // The connection and the statements may have taken long, or the process may have been frozen.
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

  /** Gives the lease back, so that the next process need not wait. */
  async release(): Promise<void> {
    this.#isLost = true
    await this.#renewing.stop()
    // If the database is away, the lease expires.
    await this.#rows.release(this.#holder).catch(() => undefined)
  }

  async #renew(): Promise<void> {
    if (this.#isLost) return
    const sentAt = clocks()
    try {
      if (await this.#rows.renew(this.#holder)) this.#heldSince = sentAt
      else await this.#lose()
    } catch {
      // The database is away: renewed again until it is back, and not held from `holdMs` on.
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
 * Takes the lease. Waits for one that was not given back, at most until it expires. Throws one sentence that names the
 * other process when that renews it.
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

/** One clock stops while the machine sleeps, the other may be set: whichever went further counts. */
function clocks(): Clocks {
  return { running: performance.now(), wall: Date.now() }
}
