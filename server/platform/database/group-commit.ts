import type { DatabaseSync, StatementSync } from 'node:sqlite'

/**
 * The writes of one caller. The function may await only statements of the given transaction, and may be run more than
 * once.
 */
export type Work<Tx, T> = (tx: Tx) => Promise<T>

type Job<Tx> = {
  work: Work<Tx, unknown>
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
}

/** Resolves or rejects one caller's promise. Called after the commit. */
type Answer = () => void

/**
 * The time after which a transaction starts no more jobs. The rest run in the next transaction, so that the event loop
 * can turn in between. If a job throws and all are run again, the time starts again.
 */
const MOST_MS = 5

/** The most turns of the event loop for which writes are collected before a transaction begins. */
const MOST_TURNS = 4

/**
 * Group commit for an embedded database with one writer: all writes of a few turns of the event loop share a transaction
 * and one fsync. The promise of each caller settles after the commit. If a job throws, all are rolled back and run
 * again, each in its own savepoint, so that only the failing one is rolled back. The idea is from DeWitt et al.,
 * "Implementation Techniques for Main Memory Database Systems", SIGMOD 1984, section 5.2.
 */
export class GroupCommit<Tx> {
  readonly #connection: DatabaseSync
  readonly #savepoint: StatementSync
  readonly #release: StatementSync
  readonly #tx: Tx
  readonly #confirm: () => void
  #waiting: Job<Tx>[] = []
  #between: (() => Promise<void>)[] = []
  #running: Promise<void> | null = null
  #onCommit: () => void = () => undefined

  /**
   * `confirm` is called after each commit. If it throws, the commit is not durable, and the promises of all its callers
   * reject.
   */
  constructor(connection: DatabaseSync, tx: Tx, confirm: () => void = () => undefined) {
    this.#connection = connection
    this.#savepoint = connection.prepare('SAVEPOINT work')
    this.#release = connection.prepare('RELEASE work')
    this.#tx = tx
    this.#confirm = confirm
  }

  /** Runs the work in a transaction. Resolves with its result when the commit is durable. Rejects with its error. */
  write<T>(work: Work<Tx, T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // The queue contains work with different result types. Each `resolve` belongs to its own work.
      this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject })
      this.#running ??= this.#run()
    })
  }

  /** Runs the work while no transaction is open. Writes that are requested while it runs wait for its end. */
  between<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#between.push(() => Promise.resolve().then(work).then(resolve, reject))
      this.#running ??= this.#run()
    })
  }

  /** Calls the listener after each commit, after the callers' promises have settled. Its errors are ignored. */
  onCommit(listener: () => void): void {
    this.#onCommit = listener
  }

  /** Resolves when all requested work has been committed or rejected. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running
  }

  async #run(): Promise<void> {
    try {
      while (this.#waiting.length > 0 || this.#between.length > 0) {
        await this.#collect()
        for (const work of this.#between.splice(0)) await work()
        if (this.#waiting.length > 0 && (await this.#commit(this.#waiting.splice(0)))) this.#tellOfCommit()
      }
    } finally {
      this.#running = null
    }
  }

  /**
   * Waits for the end of this turn of the event loop, and for further turns while each brings more writes. Requests that
   * arrived during the last commit and those that its responses have caused then share the next commit.
   */
  async #collect(): Promise<void> {
    for (let turn = 0, seen = -1; turn < MOST_TURNS && this.#waiting.length > seen; turn++) {
      seen = this.#waiting.length
      await new Promise<void>((next) => setImmediate(next))
    }
  }

  #tellOfCommit(): void {
    try {
      this.#onCommit()
    } catch {
      // The commit has succeeded, and other work is waiting. A problem with the file is reported by the next statement.
    }
  }

  /**
   * Commits as many jobs as there is time for and queues the rest again. If that fails, rejects all and returns false.
   */
  async #commit(jobs: Job<Tx>[]): Promise<boolean> {
    try {
      this.#connection.exec('BEGIN IMMEDIATE')
      const answers =
        (await this.#runTogether(jobs)) ?? (await whileThereIsTime(jobs, (job) => this.#runApart(job)))
      this.#connection.exec('COMMIT')
      this.#confirm()
      this.#waiting.unshift(...jobs.slice(answers.length))
      for (const answer of answers) answer()
      return true
    } catch (error) {
      for (const job of jobs) job.reject(error)
      this.#rollBack()
      return false
    }
  }

  /** Rolls back. If that fails, the next transaction cannot begin. Its jobs reject, and the rollback is tried again. */
  #rollBack(): void {
    try {
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK')
    } catch {
      // The jobs of this transaction have already been rejected.
    }
  }

  /** Runs the jobs in order. If one throws, rolls all back and returns null. Throws if the transaction has ended. */
  async #runTogether(jobs: Job<Tx>[]): Promise<Answer[] | null> {
    try {
      return await whileThereIsTime(jobs, async (job) => {
        const value = await job.work(this.#tx)
        return () => job.resolve(value)
      })
    } catch (error) {
      this.#throwIfLost(error)
      this.#connection.exec('ROLLBACK; BEGIN IMMEDIATE')
      return null
    }
  }

  /**
   * Runs one job in a savepoint. Returns the function that settles its promise. Throws if the transaction has ended.
   */
  async #runApart(job: Job<Tx>): Promise<Answer> {
    this.#savepoint.run()
    try {
      const value = await job.work(this.#tx)
      this.#release.run()
      return () => job.resolve(value)
    } catch (error) {
      this.#throwIfLost(error)
      this.#connection.exec('ROLLBACK TO work; RELEASE work')
      return () => job.reject(error)
    }
  }

  /** Some errors, such as a full disk, end the whole transaction. No job of it may then be reported as committed. */
  #throwIfLost(error: unknown): void {
    if (!this.#connection.isTransaction) throw error
  }
}

async function whileThereIsTime<Tx>(
  jobs: Job<Tx>[],
  run: (job: Job<Tx>) => Promise<Answer>,
): Promise<Answer[]> {
  const until = performance.now() + MOST_MS
  const answers: Answer[] = []
  for (const job of jobs) {
    answers.push(await run(job))
    if (performance.now() > until) break
  }
  return answers
}
