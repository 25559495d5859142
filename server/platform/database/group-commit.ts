import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { codeOf, SQLITE } from './database-errors.ts'

/**
 * The writes of one caller, as a function of the transaction. The function may await only statements of this
 * transaction, and may be run more than once.
 */
export type Work<Tx, T> = (tx: Tx) => Promise<T>

type Job<Tx> = {
  work: Work<Tx, unknown>
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
}

/** Resolves or rejects the promise of one caller. This function is called after the commit. */
type Answer = () => void

/**
 * The time in milliseconds after which a transaction starts no more jobs. A job is the work of one caller. The
 * remaining jobs run in the next transaction, so that the event loop can do other work in between. If a job throws
 * and all jobs are run again, the time is measured anew.
 */
const MAX_MS = 5

/**
 * How long in milliseconds a transaction waits for the write lock while another process holds it, and how often it
 * tries. Between the tries, the event loop serves reads. SQLite's own `busy_timeout` would block the event loop.
 */
const LOCK_MS = 5000
const LOCK_TRY_MS = 10

/** Before a transaction begins, writes are collected for at most this many turns of the event loop. */
const MAX_TURNS = 4

/**
 * Group commit for an embedded database with one writer. All writes of a few turns of the event loop share a
 * transaction and one fsync. The promise of each caller settles after the commit. If the work of a caller throws, the
 * transaction is rolled back. All work is then run again, that of each caller in its own savepoint, so that only the
 * failing work is rolled back. The idea is from DeWitt et al., "Implementation Techniques for Main Memory Database
 * Systems", SIGMOD 1984, section 5.2.
 */
export class GroupCommit<Tx> {
  readonly #connection: DatabaseSync
  readonly #savepoint: StatementSync
  readonly #release: StatementSync
  readonly #tx: Tx
  readonly #confirm: () => void
  #waiting: Job<Tx>[] = []
  #running: Promise<void> | null = null

  /**
   * `confirm` is called after each commit. If it throws, the commit may be lost, and the promises of all callers whose
   * work was in the commit reject.
   */
  constructor(connection: DatabaseSync, tx: Tx, confirm: () => void = () => undefined) {
    this.#connection = connection
    connection.exec('PRAGMA busy_timeout=0')
    this.#savepoint = connection.prepare('SAVEPOINT work')
    this.#release = connection.prepare('RELEASE work')
    this.#tx = tx
    this.#confirm = confirm
  }

  /**
   * Runs the work in a transaction. Resolves with the result of the work when the commit is durable. Rejects if the
   * work or the commit fails.
   */
  write<T>(work: Work<Tx, T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // The cast is needed because the queue contains work with different result types. Each `resolve` gets only the
      // result of its own work.
      this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject })
      this.#running ??= this.#run()
    })
  }

  /** Resolves when all requested work has been committed or rejected. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running
  }

  async #run(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        await this.#collect()
        await this.#commit(this.#waiting.splice(0))
      }
    } finally {
      this.#running = null
    }
  }

  /**
   * Waits for the end of this turn of the event loop, and for further turns as long as each turn brings more writes.
   * Requests that arrived during the last commit can then share the next commit with requests that clients send when
   * they get the responses to the last one.
   */
  async #collect(): Promise<void> {
    for (let turn = 0, seen = -1; turn < MAX_TURNS && this.#waiting.length > seen; turn++) {
      seen = this.#waiting.length
      await new Promise<void>((next) => setImmediate(next))
    }
  }

  /**
   * Runs jobs until `MAX_MS` has passed, and commits them. Puts the remaining jobs back into the queue. If the commit
   * fails, rejects all jobs.
   */
  async #commit(jobs: Job<Tx>[]): Promise<void> {
    try {
      await this.#begin()
      const answers =
        (await this.#runTogether(jobs)) ?? (await whileThereIsTime(jobs, (job) => this.#runApart(job)))
      this.#connection.exec('COMMIT')
      this.#confirm()
      this.#waiting.unshift(...jobs.slice(answers.length))
      for (const answer of answers) answer()
    } catch (error) {
      for (const job of jobs) job.reject(error)
      this.#rollBack()
    }
  }

  /** Begins a transaction. Rejects with SQLite's error BUSY if another process holds the write lock for too long. */
  async #begin(): Promise<void> {
    for (const until = performance.now() + LOCK_MS; ; await pause(LOCK_TRY_MS)) {
      try {
        return this.#connection.exec('BEGIN IMMEDIATE')
      } catch (error) {
        if (codeOf(error) !== SQLITE.BUSY || performance.now() > until) throw error
      }
    }
  }

  /**
   * Rolls back the open transaction. If that fails, the next transaction cannot begin, and the next `#commit` rolls back
   * again.
   */
  #rollBack(): void {
    try {
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK')
    } catch {
      // All jobs of this transaction have already been rejected, so the error is not reported again.
    }
  }

  /**
   * Runs the jobs in order. If a job throws, rolls back the work of all jobs, begins a new transaction and returns
   * null. If the job's error has itself ended the transaction, throws this error.
   */
  async #runTogether(jobs: Job<Tx>[]): Promise<Answer[] | null> {
    try {
      return await whileThereIsTime(jobs, async (job) => {
        const value = await job.work(this.#tx)
        return () => job.resolve(value)
      })
    } catch (error) {
      this.#throwIfLost(error)
      this.#connection.exec('ROLLBACK')
      await this.#begin()
      return null
    }
  }

  /**
   * Runs one job in a savepoint. Returns the function that settles the job's promise after the commit. If the job's
   * error has ended the whole transaction, throws this error.
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

  /**
   * Throws the error if it has ended the whole transaction, as a full disk does. No job of the transaction may then
   * be reported as committed.
   */
  #throwIfLost(error: unknown): void {
    if (!this.#connection.isTransaction) throw error
  }
}

async function whileThereIsTime<Tx>(
  jobs: Job<Tx>[],
  run: (job: Job<Tx>) => Promise<Answer>,
): Promise<Answer[]> {
  const until = performance.now() + MAX_MS
  const answers: Answer[] = []
  for (const job of jobs) {
    answers.push(await run(job))
    if (performance.now() > until) break
  }
  return answers
}
