import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** One caller's writes. They may await nothing but statements of the transaction they are given, and may be run again. */
export type Work<Tx, T> = (tx: Tx) => Promise<T>

type Job<Tx> = {
  work: Work<Tx, unknown>
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
}

/** Tells a caller how it went, once that is durable. */
type Answer = () => void

/**
 * Whoever has not had their turn by then waits for the next transaction: in between the event loop turns. All of it
 * again where somebody's work threw and the others had to be run again.
 */
const MOST_MS = 5

/**
 * Group commit for an embedded database with one writer: all writes of one turn of the event loop share a
 * transaction and one fsync, and a caller is answered after the commit. Few throw: only when one did, all are taken
 * back and run again, each in a savepoint of its own, and that one is rolled back alone. Idea: DeWitt et al.,
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

  /** `confirm` is called after each commit and throws if it is not to be trusted: then no caller is told that it is done. */
  constructor(connection: DatabaseSync, tx: Tx, confirm: () => void = () => undefined) {
    this.#connection = connection
    this.#savepoint = connection.prepare('SAVEPOINT work')
    this.#release = connection.prepare('RELEASE work')
    this.#tx = tx
    this.#confirm = confirm
  }

  /** Runs the work in a transaction. Resolves with its result once that is durable; rejects with its error. */
  write<T>(work: Work<Tx, T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // The queue holds works of every result type; each resolve belongs to its own work.
      this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject })
      this.#running ??= this.#run()
    })
  }

  /** Runs the work while no transaction is under way; who wants to write meanwhile waits for its end. */
  between<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#between.push(() => Promise.resolve().then(work).then(resolve, reject))
      this.#running ??= this.#run()
    })
  }

  /** Calls the listener after each commit, when its callers have been answered; what it throws concerns nobody. */
  onCommit(listener: () => void): void {
    this.#onCommit = listener
  }

  /** Resolves when everything that was asked for is committed or rejected. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running
  }

  async #run(): Promise<void> {
    try {
      while (this.#waiting.length > 0 || this.#between.length > 0) {
        await new Promise<void>((next) => setImmediate(next))
        for (const work of this.#between.splice(0)) await work()
        if (this.#waiting.length > 0 && (await this.#commit(this.#waiting.splice(0)))) this.#tellOfCommit()
      }
    } finally {
      this.#running = null
    }
  }

  #tellOfCommit(): void {
    try {
      this.#onCommit()
    } catch {
      // The commit stands, and the next ones wait. What ails the file, the next statement will say.
    }
  }

  /** Commits as many as there is time for, and puts the others back; false when that failed, for all of them. */
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

  /** When even this fails, the next transaction cannot begin: those who wait for it are told, and it is tried again. */
  #rollBack(): void {
    try {
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK')
    } catch {
      // Those concerned have been told what went wrong before.
    }
  }

  /** Runs them one after the other; nothing, and nothing of it is left, when one throws. Throws when all is lost. */
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

  /** Runs one work in a savepoint; answers what to tell its caller after the commit. Throws when all is lost. */
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

  /** A full disk, for one, ends the whole transaction: then nobody's work may be called done. */
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
