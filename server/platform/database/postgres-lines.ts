import { Socket } from 'node:net'

/**
 * Timeouts of PostgreSQL connections in milliseconds. Opening a connection may take `connectMs`, and closing it
 * `goodbyeMs`. PostgreSQL cancels a statement after `statementMs`, a wait for a lock after `lockMs`, and a
 * transaction that is idle for `idleMs`. A socket without any data for `silentMs` is destroyed.
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

/** Timeouts for statements that take milliseconds on a healthy server, such as the readiness check. */
export const IMPATIENCE: Patience = {
  connectMs: 2_000,
  statementMs: 1_500,
  lockMs: 1_500,
  idleMs: 1_500,
  silentMs: 2_000,
  goodbyeMs: 1_000,
}

/** The open sockets to one PostgreSQL server. A socket is destroyed if it carries no data for too long. */
export class PostgresLines {
  readonly patience: Patience
  readonly #open = new Set<Socket>()

  constructor(patience: Patience) {
    this.patience = patience
  }

  /**
   * Returns a new socket. After `silentMs` milliseconds without data, it fails with ETIMEDOUT. 0 means no timeout.
   */
  open(silentMs = this.patience.silentMs): Socket {
    const line = new Socket()
    line.setTimeout(silentMs, () =>
      line.destroy(Object.assign(new Error('The database does not answer.'), { code: 'ETIMEDOUT' })),
    )
    this.#open.add(line.once('close', () => this.#open.delete(line)))
    return line
  }

  /** Waits up to `goodbyeMs` for the connections to end, then destroys all sockets that are still open. */
  async close(hangUps: Promise<unknown>[]): Promise<void> {
    const late = setTimeout(() => this.cut(), this.patience.goodbyeMs)
    await Promise.allSettled(hangUps)
    clearTimeout(late)
    this.cut()
  }

  /** Destroys all sockets. Queries that are in progress reject. */
  cut(): void {
    for (const line of this.#open) line.destroy()
  }
}
