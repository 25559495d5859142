import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { DefaultQueryExecutor, PostgresAdapter } from 'kysely'
import type { QueryResult } from 'kysely'
import { inject } from 'vitest'
import { record } from './recorded.ts'

// A setup file of Vitest. It records the statements that Kysely runs on PostgreSQL for API calls. The functions are
// replaced once for each worker process, whose modules may stay loaded for several test files.
/** The file with the statements that this worker process has recorded. */
export const recordingFile = join(inject('statements'), `${process.pid}-${threadId}.jsonl`)

const original = DefaultQueryExecutor.prototype.executeQuery
const MARK = Symbol.for('crema.records-statements')

if (!Reflect.has(DefaultQueryExecutor.prototype, MARK)) {
  Reflect.set(DefaultQueryExecutor.prototype, MARK, true)
  DefaultQueryExecutor.prototype.executeQuery = function executeQuery<R>(
    this: DefaultQueryExecutor,
    ...[query, options]: Parameters<typeof original<R>>
  ): Promise<QueryResult<R>> {
    if (this.adapter instanceof PostgresAdapter) record(recordingFile, query.sql, query.parameters)
    return original.call<DefaultQueryExecutor, Parameters<typeof original<R>>, Promise<QueryResult<R>>>(
      this,
      query,
      options,
    )
  }
}
