import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import { oneByOne } from '#server/platform/database/one-by-one.ts'

/**
 * A Kysely for a library that knows nothing of our transactions: each of its statements is one write of the
 * group, or one read. It is offered no transactions. `onFailure` hears of each statement that failed, in the
 * asynchronous context of who asked: the library may keep that to itself.
 */
export function autocommit<Tables>(
  database: Database<Tables>,
  onFailure: (error: unknown) => void = () => undefined,
): Kysely<Tables> {
  return oneByOne(database.dialect, async (query) => {
    try {
      if (query.query.kind === 'SelectQueryNode') return await database.read.executeQuery(query)
      return await database.write(({ tx }) => tx.executeQuery(query))
    } catch (error) {
      onFailure(error)
      throw error
    }
  })
}
