/** Work that is done again and again while the shop runs; each kind never twice at once. */
export class Jobs {
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #running = new Set<Promise<void>>()
  readonly #onError: (error: unknown) => void
  #stopped = false

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  /** Does the work every `everyMs`, counted from the end of the last time. */
  every(everyMs: number, work: () => Promise<void>): void {
    if (this.#stopped) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.#do(work, () => this.every(everyMs, work))
    }, everyMs)
    this.#timers.add(timer.unref())
  }

  /** Starts nothing any more and waits for what is under way. */
  async stop(): Promise<void> {
    this.#stopped = true
    for (const timer of this.#timers) clearTimeout(timer)
    await Promise.all(this.#running)
  }

  #do(work: () => Promise<void>, then: () => void): void {
    const running = work().catch(this.#onError).finally(() => {
      this.#running.delete(running)
      then()
    })
    this.#running.add(running)
  }
}
