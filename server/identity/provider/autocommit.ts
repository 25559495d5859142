import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import { oneByOne } from '#server/platform/database/one-by-one.ts'

/**
 * Returns a Kysely for a library that does not use the shop's transactions. Each of its statements is a read, or a
 * write of its own. `onFailure` is called with the error of each failed statement, because the library may ignore the
 * error. It is called in the asynchronous context of the library's caller.
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
