type Work = (stopping: AbortSignal) => Promise<void>

/** Work that is done again and again while the shop runs; each kind never twice at once. */
export class Jobs {
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #running = new Set<Promise<void>>()
  readonly #onError: (error: unknown) => void
  readonly #stopping = new AbortController()

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  /** Does the work now, one time. */
  once(work: Work): void {
    this.#do(work, () => undefined)
  }

  /** Does the work every `everyMs`, counted from the end of the last time. It is told when it should come to an end. */
  every(everyMs: number, work: Work): void {
    if (this.#stopping.signal.aborted) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.#do(work, () => this.every(everyMs, work))
    }, everyMs)
    this.#timers.add(timer.unref())
  }

  /** Starts nothing any more and waits for what is under way. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    for (const timer of this.#timers) clearTimeout(timer)
    await Promise.all(this.#running)
  }

  #do(work: Work, then: () => void): void {
    const running = work(this.#stopping.signal)
      .catch(this.#onError)
      .finally(() => {
        this.#running.delete(running)
        then()
      })
    this.#running.add(running)
  }
}
