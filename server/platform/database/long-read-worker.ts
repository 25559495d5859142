// The program of the thread for long reads. It runs statements one after another on a connection of its own, and
// posts the rows to the main thread.
import { DatabaseSync } from 'node:sqlite'
import type { StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { Lru } from '../lru.ts'
import type { Answer, Question } from './long-reads.ts'

const MAX_STATEMENTS = 100

const file: string = workerData
const statements = new Lru<string, StatementSync>(MAX_STATEMENTS)
const connection = new DatabaseSync(file, { readOnly: true })
connection.exec('PRAGMA busy_timeout=5000; PRAGMA cache_size=-2000')

parentPort?.on('message', (question: Question | null) => {
  if (question) return parentPort?.postMessage(answer(question), [])
  connection.close()
  parentPort?.close()
})

function answer({ sql, parameters }: Question): Answer {
  try {
    const statement = statements.get(sql) ?? prepare(sql)
    // The cast is needed because `all` is typed for rows that are objects. After `setReturnArrays(true)`, the rows
    // are arrays.
    const rows = statement.all(...parameters) as unknown as unknown[][]
    return { columns: statement.columns().map(({ name }) => name), rows }
  } catch (error) {
    // Properties of an error, such as SQLite's error code, are lost when the error is posted to another thread. They
    // are therefore copied to a plain object.
    return {
      message: error instanceof Error ? error.message : String(error),
      known: { ...(error as object) },
    }
  }
}

function prepare(sql: string): StatementSync {
  const statement = connection.prepare(sql)
  statement.setReturnArrays(true)
  statements.set(sql, statement)
  return statement
}
