type Work = (stopping: AbortSignal) => Promise<void>

/**
 * Runs background jobs, once or repeatedly. Two runs of a repeated job never overlap in one process. Every instance of a shop
 * runs all jobs, so each job claims in the database what it works on.
 */
export class Jobs {
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #running = new Set<Promise<void>>()
  readonly #onError: (error: unknown) => void
  readonly #stopping = new AbortController()

  /** `onError` is called with the error of a failed run. The job is repeated anyway. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  /** Starts one run of the job immediately, and does not repeat the job. */
  once(work: Work): void {
    this.#run(work, () => undefined)
  }

  /**
   * Runs the job repeatedly. The first run starts after `everyMs` milliseconds, and each further run `everyMs` after
   * the end of the run before. The job gets an `AbortSignal`, which `stop` aborts.
   */
  every(everyMs: number, work: Work): void {
    if (this.#stopping.signal.aborted) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.#run(work, () => this.every(everyMs, work))
    }, everyMs)
    this.#timers.add(timer.unref())
  }

  /** Starts no more runs, and aborts the signal of the runs in progress. Resolves when these runs have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    for (const timer of this.#timers) clearTimeout(timer)
    await Promise.all(this.#running)
  }

  #run(work: Work, next: () => void): void {
    const running = work(this.#stopping.signal)
      .catch(this.#onError)
      .finally(() => {
        this.#running.delete(running)
        next()
      })
    this.#running.add(running)
  }
}
