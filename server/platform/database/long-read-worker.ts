// The thread for long reads: runs one statement after another on its own connection and posts the rows back.
import { DatabaseSync } from 'node:sqlite'
import type { StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { Lru } from '../lru.ts'
import type { Answer, Question } from './long-reads.ts'

const MOST_STATEMENTS = 100

const file: string = workerData
const statements = new Lru<string, StatementSync>(MOST_STATEMENTS)
// It changes no data, but may write checkpoints, which a connection that can only read may not.
const connection = new DatabaseSync(file)
connection.exec(
  'PRAGMA query_only=ON; PRAGMA synchronous=FULL; PRAGMA busy_timeout=5000; PRAGMA cache_size=-2000',
)

parentPort?.on('message', (question: Question | null) => {
  if (question) return parentPort?.postMessage(answer(question), [])
  connection.close()
  parentPort?.close()
})

function answer({ sql, parameters }: Question): Answer {
  try {
    const statement = statements.get(sql) ?? prepare(sql)
    // With arrays for rows: `all` is typed for objects.
    const rows = statement.all(...parameters) as unknown as unknown[][]
    return { columns: statement.columns().map(({ name }) => name), rows }
  } catch (error) {
    // What an error knows besides its message is lost on the way to another thread.
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
