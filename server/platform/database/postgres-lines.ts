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

/** The lines to one server. Whoever is silent on them is not waited for: a line is cut rather than trusted. */
export class PostgresLines {
  readonly patience: Patience
  readonly #open = new Set<Socket>()

  constructor(patience: Patience) {
    this.patience = patience
  }

  /** A new line for the driver to connect. When nothing was heard for `silentMs` it breaks with ETIMEDOUT; 0 is never. */
  open(silentMs = this.patience.silentMs): Socket {
    const line = new Socket()
    line.setTimeout(silentMs, () =>
      line.destroy(Object.assign(new Error('The database says nothing.'), { code: 'ETIMEDOUT' })),
    )
    this.#open.add(line.once('close', () => this.#open.delete(line)))
    return line
  }

  /** Waits for those who hang up, but not for long; no line is left open. */
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
