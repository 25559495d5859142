import { extname } from 'node:path'
import type { SQLInputValue } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { ThreadEnded } from './database-errors.ts'

export type Row = Record<string, unknown>

/** A statement that the main thread sends to the thread for long reads. */
export type Question = { sql: string; parameters: SQLInputValue[] }

/**
 * The thread's response: the result of a statement, or an error. Rows are arrays, because arrays are posted three
 * times as fast as objects.
 */
export type Answer = { columns: string[]; rows: unknown[][] } | { message: string; known: object }

/** The thread is ended after it has received no statement for this time in milliseconds, to free its memory. */
const IDLE_MS = 60_000
/**
 * The limits of the thread's heap in megabytes. The thread holds one result at a time: a page of a list, or a batch
 * of an export.
 */
const HEAP = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 }

type Turn = { question: Question; resolve: (rows: Row[]) => void; reject: (error: unknown) => void }

/**
 * Runs statements that may take long in a separate thread, so that they do not block the event loop. They run one at
 * a time, in the order in which they were requested. Each statement sees the rows that are committed when it begins.
 * The thread is started for the first statement and ended when it is idle. If the thread dies, the running statement
 * rejects with `ThreadEnded`, and the next statement starts a new thread.
 */
export class LongReads {
  readonly #file: string
  readonly #idleMs: number
  #waiting: Turn[] = []
  #running: Turn | null = null
  #worker: Worker | null = null
  #idle: NodeJS.Timeout | undefined
  #closed = false

  constructor(file: string, idleMs = IDLE_MS) {
    this.#file = file
    this.#idleMs = idleMs
  }

  /**
   * Runs one statement in the thread and returns its rows. If the statement fails, rejects with the error that a
   * connection in the main thread would throw.
   */
  ask(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    if (this.#closed) return Promise.reject(new ThreadEnded('The database is closed.'))
    clearTimeout(this.#idle)
    // The cast is safe: the parameters of the shop's queries are only text, numbers and null.
    const question = { sql, parameters: parameters as SQLInputValue[] }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject })
      if (!this.#running) this.#next()
    })
  }

  /** Whether the thread is running. */
  get awake(): boolean {
    return this.#worker !== null
  }

  /** Waits for the running statement, then ends the thread. Waiting statements reject with `ThreadEnded`. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#idle)
    for (const { reject } of this.#waiting.splice(0)) reject(new ThreadEnded('The database is closing.'))
    const worker = this.#worker
    if (!worker) return
    const { promise, resolve } = Promise.withResolvers<void>()
    worker.once('exit', () => resolve())
    worker.postMessage(null, [])
    await promise
  }

  #next(): void {
    const turn = this.#waiting.shift()
    if (!turn) {
      // A thread that has died has set a timer already. It must not end the thread that replaces it.
      clearTimeout(this.#idle)
      if (!this.#closed) this.#idle = setTimeout(() => this.#endThread(), this.#idleMs).unref()
      return
    }
    this.#running = turn
    try {
      this.#worker ??= this.#startThread()
      this.#worker.postMessage(turn.question, [])
    } catch (error) {
      this.#settle(({ reject }) => reject(error))
    }
  }

  /** Settles the running statement, and runs the next one. */
  #settle(how: (turn: Turn) => void): void {
    const turn = this.#running
    this.#running = null
    if (turn) how(turn)
    this.#next()
  }

  #startThread(): Worker {
    const worker = newWorker(this.#file)
    let why: unknown
    worker.on('message', (answer: Answer) => this.#settle((turn) => resolveOrReject(answer, turn)))
    worker.on('error', (error) => (why = error))
    worker.on('exit', () => {
      if (this.#worker !== worker) return
      this.#worker = null
      this.#settle(({ reject }) =>
        reject(new ThreadEnded('The thread for long reads has ended.', { cause: why })),
      )
    })
    return worker
  }

  #endThread(): void {
    this.#worker?.postMessage(null, [])
    this.#worker = null
  }
}

function newWorker(file: string): Worker {
  // The thread's program has the same file extension as this file: `.ts` in development, and `.js` in the built server.
  const program = new URL(`./long-read-worker${extname(import.meta.url)}`, import.meta.url)
  try {
    // The command-line options of this process are not passed on to the thread.
    return new Worker(program, { workerData: file, execArgv: [], resourceLimits: HEAP })
  } catch (error) {
    // Starting a thread fails if the system has no threads or no memory left at the moment.
    throw new ThreadEnded('No thread for long reads could be started.', { cause: error })
  }
}

function resolveOrReject(answer: Answer, { resolve, reject }: Turn): void {
  if ('message' in answer) return reject(Object.assign(new Error(answer.message), answer.known))
  const { columns, rows } = answer
  resolve(rows.map((values) => rowOf(columns, values)))
}

/**
 * Builds the object of a row from its column names and values. The row objects of `node:sqlite` take a third longer to
 * make and seven times as long to read, because V8 stores them as dictionaries. Arrays are also posted to another
 * thread three times as fast as objects.
 */
export function rowOf(columns: string[], values: unknown[]): Row {
  const row: Row = {}
  for (let at = 0; at < columns.length; at++) row[columns[at] ?? ''] = values[at]
  return row
}
