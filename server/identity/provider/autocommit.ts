import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import { oneByOne } from '#server/platform/database/one-by-one.ts'

/**
 * Returns a Kysely instance for a library that does not use the shop's own functions for transactions. Every
 * statement other than SELECT runs in a transaction of its own. `onFailure` is called with the error of each failed
 * statement, because the library may ignore errors. The callback runs in the `AsyncLocalStorage` context of the code
 * that called the library.
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
