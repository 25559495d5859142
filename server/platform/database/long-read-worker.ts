// The thread for long reads. Runs statements one after another on a connection of its own, and posts the rows back.
import { DatabaseSync } from 'node:sqlite'
import type { StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { Lru } from '../lru.ts'
import type { Answer, Question } from './long-reads.ts'

const MOST_STATEMENTS = 100

const file: string = workerData
const statements = new Lru<string, StatementSync>(MOST_STATEMENTS)
// The connection changes no data. It is not opened as read-only, because it also runs checkpoints.
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
    // The cast is needed because `all` is typed for rows that are objects. This connection returns arrays.
    const rows = statement.all(...parameters) as unknown as unknown[][]
    return { columns: statement.columns().map(({ name }) => name), rows }
  } catch (error) {
    // Other fields of an error are lost when it is posted to another thread, so they are copied.
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
