import { setTimeout as pause } from 'node:timers/promises'

/** How long an answer is good for. */
const GOOD_FOR_MS = 1000

type Setup = {
  /** Rejects if the shop cannot serve. */
  check: () => Promise<void>
  /** Called when the shop stops being ready, with the reason, and with null when it is ready again. */
  report: (reason: Error | null) => void
  patienceMs?: number
}

/**
 * Whether the shop can serve at the moment, by asking what it depends on. Asks at most once a second, so that the
 * question is no way to put load on it.
 */
export class Readiness {
  readonly #setup: Setup
  #asked: { at: number; answer: Promise<boolean> } | null = null
  #wasReady = true

  constructor(setup: Setup) {
    this.#setup = setup
  }

  isReady(): Promise<boolean> {
    const at = performance.now()
    if (!this.#asked || at - this.#asked.at > GOOD_FOR_MS) this.#asked = { at, answer: this.#ask() }
    return this.#asked.answer
  }

  async #ask(): Promise<boolean> {
    const reason = await this.#failure()
    if (this.#wasReady !== (reason === null)) this.#setup.report(reason)
    this.#wasReady = reason === null
    return this.#wasReady
  }

  async #failure(): Promise<Error | null> {
    const { check, patienceMs = 2000 } = this.#setup
    const enough = new AbortController()
    try {
      const late = pause(patienceMs, null, { signal: enough.signal, ref: false }).then(() =>
        Promise.reject(new Error(`No answer within ${patienceMs} ms.`)),
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
