import type { FastifyInstance } from 'fastify'
import { Problem } from '#contract/errors.ts'
import type { Database } from '../database/database.ts'
import { sendProblem } from './errors.ts'

/**
 * Serves the routes by which a process supervisor, such as Docker, checks the shop. `/healthz` returns 200 while the
 * process works and need not be restarted. `/readyz` returns 200 while the shop can serve requests. The reason why the
 * shop is not ready is logged but not sent, because it can contain names of files and hosts.
 */
export function healthRoutes<Tables>(app: FastifyInstance, database: Database<Tables>): Readiness {
  const readiness = new Readiness({
    check: () => database.check(),
    report: (reason) => (reason ? app.log.error({ err: reason }, 'not ready') : app.log.warn('ready again')),
  })
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (!(await readiness.isReady())) return sendProblem(reply, new Problem('out-of-order'))
    return reply.header('cache-control', 'no-store').send({ status: 'ok' })
  })
  return readiness
}

/** The time in milliseconds for which the result of a check is reused. */
const CACHE_MS = 1000

type Setup = {
  /** Rejects if something that the shop depends on, such as the database, does not work. */
  check: () => Promise<void>
  /**
   * Called with the reason when the shop is no longer ready to serve requests, and with null when it is ready again.
   */
  report: (reason: Error | null) => void
}

/**
 * Determines whether the shop can serve requests now. It runs `check` at most once a second and reuses the result in
 * between, so that requests to `/readyz` cannot put load on the shop.
 */
export class Readiness {
  readonly #setup: Setup
  #last: { at: number; result: Promise<boolean> } | null = null
  #wasReady = true
  #isDraining = false

  constructor(setup: Setup) {
    this.#setup = setup
  }

  /** Makes the shop not ready from now on, because it will close. */
  drain(): void {
    this.#isDraining = true
  }

  isReady(): Promise<boolean> {
    if (this.#isDraining) return Promise.resolve(false)
    const at = performance.now()
    if (!this.#last || at - this.#last.at > CACHE_MS) this.#last = { at, result: this.#check() }
    return this.#last.result
  }

  async #check(): Promise<boolean> {
    const reason = await this.#setup.check().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    )
    if (this.#wasReady !== (reason === null)) this.#setup.report(reason)
    this.#wasReady = reason === null
    return this.#wasReady
  }
}
