import { Socket } from 'node:net'

/**
 * How long to wait for a server, in milliseconds: for a connection; for a statement and for a lock, which the server
 * itself gives up; for any word of a server that was asked something; for it to say good-bye. `idleMs` is how long the
 * server waits for the next statement of a transaction. It is shorter than the margin of the lease (`lease/lease.ts`).
 */
export type Patience = {
  connectMs: number
  statementMs: number
  lockMs: number
  idleMs: number
  silentMs: number
  goodbyeMs: number
}

export const PATIENCE: Patience = {
  connectMs: 5_000,
  statementMs: 15_000,
  lockMs: 5_000,
  idleMs: 4_000,
  silentMs: 20_000,
  goodbyeMs: 3_000,
}

/** For statements that take milliseconds on a server that is well. Both attempts of a renewal fit into the lease's time. */
export const IMPATIENCE: Patience = {
  connectMs: 2_000,
  statementMs: 1_500,
  lockMs: 1_500,
  idleMs: 1_500,
  silentMs: 2_000,
  goodbyeMs: 1_000,
}

/** The sockets to one server. A socket on which the server stays silent for too long is destroyed. */
export class PostgresLines {
  readonly patience: Patience
  readonly #open = new Set<Socket>()

  constructor(patience: Patience) {
    this.patience = patience
  }

  /** Returns a new socket. It fails with ETIMEDOUT after `silentMs` without data; 0 turns that off. */
  open(silentMs = this.patience.silentMs): Socket {
    const line = new Socket()
    line.setTimeout(silentMs, () =>
      line.destroy(Object.assign(new Error('The database says nothing.'), { code: 'ETIMEDOUT' })),
    )
    this.#open.add(line.once('close', () => this.#open.delete(line)))
    return line
  }

  /** Waits up to `goodbyeMs` for the connections to end, then destroys all sockets that are still open. */
  async close(hangUps: Promise<unknown>[]): Promise<void> {
    const late = setTimeout(() => this.#cut(), this.patience.goodbyeMs)
    await Promise.allSettled(hangUps)
    clearTimeout(late)
    this.#cut()
  }

  #cut(): void {
    for (const line of this.#open) line.destroy()
  }
}
