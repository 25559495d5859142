import { extname } from 'node:path'
import type { SQLInputValue } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { ThreadEnded } from './database-errors.ts'
import { rowOf } from './row-arrays.ts'
import type { Row } from './row-arrays.ts'

/** A statement for the thread. */
export type Question = { sql: string; parameters: SQLInputValue[] }

/** The thread's response: rows as arrays, which are posted three times as fast as objects, or an error. */
export type Answer = { columns: string[]; rows: unknown[][] } | { message: string; known: object }

/** Runs a statement in the thread and returns its rows. */
export type Ask = (sql: string, parameters?: readonly unknown[]) => Promise<Row[]>

/** The thread ends after it has received no statement for this time, to free its memory. */
const IDLE_MS = 60_000
/**
 * The heap limits of the thread in megabytes. It holds one result at a time: a page of a list, or a batch of an export.
 */
const HEAP = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 }

/** Work that waits for the thread. `start` runs it, and `reject` cancels it when the thread is closed. */
type Turn = { start: () => Promise<void>; reject: (error: Error) => void }

/**
 * Runs statements that may take long in a thread, one at a time and in the order of the calls, so that they do not
 * block the event loop. Each statement sees the rows that are committed when it begins. The thread is started at the
 * first statement and ended when it is idle. If it dies, its statement rejects with `ThreadEnded`, and the next
 * statement starts a new thread.
 */
export class LongReads {
  readonly #file: string
  readonly #idleMs: number
  #waiting: Turn[] = []
  #running: Promise<void> | null = null
  #thread: Thread | null = null
  #idle: NodeJS.Timeout | undefined
  #closed = false

  constructor(file: string, idleMs = IDLE_MS) {
    this.#file = file
    this.#idleMs = idleMs
  }

  /** Returns the rows of one statement. Rejects with the same errors as a connection in this thread. */
  readonly ask: Ask = (sql, parameters) => this.#inTurn('push', () => this.#send(sql, parameters))

  /** Runs the work before all waiting calls, with exclusive use of the thread. */
  first<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
    return this.#inTurn('unshift', () => work((sql, parameters) => this.#send(sql, parameters)))
  }

  /** Whether the thread is running. */
  get awake(): boolean {
    return this.#thread !== null
  }

  /** Ends the thread after the running statement. Waiting statements reject with `ThreadEnded`. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#idle)
    for (const { reject } of this.#waiting.splice(0)) reject(new ThreadEnded('The database is closing.'))
    await this.#running
    await this.#endThread()
  }

  #inTurn<T>(place: 'push' | 'unshift', work: () => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new ThreadEnded('The database is closed.'))
    clearTimeout(this.#idle)
    return new Promise<T>((resolve, reject) => {
      this.#waiting[place]({ start: () => Promise.resolve().then(work).then(resolve, reject), reject })
      this.#running ??= this.#run()
    })
  }

  async #run(): Promise<void> {
    for (let turn = this.#waiting.shift(); turn; turn = this.#waiting.shift()) await turn.start()
    this.#running = null
    if (!this.#closed) this.#idle = setTimeout(() => void this.#endThread(), this.#idleMs).unref()
  }

  async #send(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    this.#thread ??= this.#startThread()
    // Kysely passes the parameters of our typed queries: text, numbers and null.
    return this.#thread.send({ sql, parameters: parameters as SQLInputValue[] })
  }

  #startThread(): Thread {
    try {
      return new Thread(this.#file, (thread) => {
        if (this.#thread === thread) this.#thread = null
      })
    } catch (error) {
      // The system may have no threads or memory left at the moment.
      throw new ThreadEnded('No thread for long reads could be started.', { cause: error })
    }
  }

  async #endThread(): Promise<void> {
    const thread = this.#thread
    this.#thread = null
    await thread?.end()
  }
}

type Waiting = { resolve: (rows: Row[]) => void; reject: (error: Error) => void }

/** A single thread from its start to its end. It gets one statement at a time. */
class Thread {
  readonly #worker: Worker
  readonly #ended: Promise<void>
  #waiting: Waiting | null = null

  constructor(file: string, onEnd: (thread: Thread) => void) {
    // In the built server, the thread's program is a JavaScript file beside this one.
    const program = new URL(`./long-read-worker${extname(import.meta.url)}`, import.meta.url)
    // Command-line options of this process are not passed on to the thread.
    this.#worker = new Worker(program, { workerData: file, execArgv: [], resourceLimits: HEAP })
    let why: unknown
    this.#worker.on('message', (answer: Answer) =>
      this.#settle((waiting) => resolveOrReject(answer, waiting)),
    )
    this.#worker.on('error', (error) => (why = error))
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#ended = promise
    this.#worker.on('exit', () => {
      onEnd(this)
      this.#settle(({ reject }) =>
        reject(new ThreadEnded('The thread for long reads has ended.', { cause: why })),
      )
      resolve()
    })
  }

  send(question: Question): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.#worker.postMessage(question, [])
      this.#waiting = { resolve, reject }
    })
  }

  end(): Promise<void> {
    this.#worker.postMessage(null, [])
    return this.#ended
  }

  #settle(how: (waiting: Waiting) => void): void {
    const waiting = this.#waiting
    this.#waiting = null
    if (waiting) how(waiting)
  }
}

function resolveOrReject(answer: Answer, { resolve, reject }: Waiting): void {
  if ('message' in answer) return reject(Object.assign(new Error(answer.message), answer.known))
  const { columns, rows } = answer
  resolve(rows.map((values) => rowOf(columns, values)))
}
