import { Socket } from 'node:net'

/**
 * Timeouts of PostgreSQL connections in milliseconds. Opening a connection may take `connectMs`, and closing it
 * `closeMs`. PostgreSQL cancels a statement after `statementMs`, a wait for a lock after `lockMs`, and a
 * transaction that is idle for `idleMs`. A socket without any data for `silentMs` is destroyed.
 */
export type Timeouts = {
  connectMs: number
  statementMs: number
  lockMs: number
  idleMs: number
  silentMs: number
  closeMs: number
}

export const TIMEOUTS: Timeouts = {
  connectMs: 5_000,
  statementMs: 15_000,
  lockMs: 5_000,
  idleMs: 4_000,
  silentMs: 20_000,
  closeMs: 3_000,
}

/** Timeouts for statements that take milliseconds on a healthy server, such as the readiness check. */
export const SHORT_TIMEOUTS: Timeouts = {
  connectMs: 2_000,
  statementMs: 1_500,
  lockMs: 1_500,
  idleMs: 1_500,
  silentMs: 2_000,
  closeMs: 1_000,
}

/**
 * The open sockets to one PostgreSQL server. A socket is destroyed if it carries no data for too long. The option
 * `query_timeout` of `pg` would leave a hung connection in the pool, where the next request would wait for it.
 */
export class PostgresSockets {
  readonly timeouts: Timeouts
  readonly #open = new Set<Socket>()

  constructor(timeouts: Timeouts) {
    this.timeouts = timeouts
  }

  /**
   * Returns a new socket. After `silentMs` milliseconds without data, it fails with ETIMEDOUT. 0 means no timeout.
   */
  open(silentMs = this.timeouts.silentMs): Socket {
    const socket = new Socket()
    socket.setTimeout(silentMs, () =>
      socket.destroy(Object.assign(new Error('The database does not answer.'), { code: 'ETIMEDOUT' })),
    )
    this.#open.add(socket.once('close', () => this.#open.delete(socket)))
    return socket
  }

  /** Waits up to `closeMs` for the connections to end, then destroys all sockets that are still open. */
  async close(ending: Promise<unknown>): Promise<void> {
    const late = setTimeout(() => this.#destroy(), this.timeouts.closeMs)
    await ending.catch(() => undefined)
    clearTimeout(late)
    this.#destroy()
  }

  /** Destroys all sockets. Queries that are in progress reject. */
  #destroy(): void {
    for (const socket of this.#open) socket.destroy()
  }
}
