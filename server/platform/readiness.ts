import { setTimeout as pause } from 'node:timers/promises'

/** The time in milliseconds for which the result of a check is reused. */
const CACHE_MS = 1000

type Setup = {
  /** Rejects if something that the shop depends on, such as the database, does not work. */
  check: () => Promise<void>
  /**
   * Called with the reason when the shop is no longer ready to serve requests, and with null when it is ready again.
   */
  report: (reason: Error | null) => void
  timeoutMs?: number
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
    const reason = await this.#failure()
    if (this.#wasReady !== (reason === null)) this.#setup.report(reason)
    this.#wasReady = reason === null
    return this.#wasReady
  }

  async #failure(): Promise<Error | null> {
    const { check, timeoutMs = 2000 } = this.#setup
    const enough = new AbortController()
    try {
      const late = pause(timeoutMs, null, { signal: enough.signal, ref: false }).then(() =>
        Promise.reject(new Error(`No answer within ${timeoutMs} ms.`)),
      )
      await Promise.race([Promise.resolve().then(check), late])
      return null
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    } finally {
      enough.abort()
    }
  }
}
