import { kyselyAdapter } from '@better-auth/kysely-adapter'
import { newId } from '#server/platform/clock.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { autocommit } from './autocommit.ts'
import { withHashedTokens } from './session-hashing.ts'

type OpenAdapter = ReturnType<typeof kyselyAdapter>
type Adapter = ReturnType<OpenAdapter>
type Creation = Parameters<Adapter['create']>[0]

/**
 * Gives the library access to the shop's database. Each statement is a write of its own. In a transaction of the
 * library, the rows that it creates are collected and stored in one write at the end. An account, its password and its
 * first session therefore exist together or not at all.
 *
 * The library hashes the password inside its transaction. Collecting the rows keeps the real transaction short.
 * `onFailure` is called with the error of each failed statement.
 */
export function openAdapter(database: ShopDatabase, onFailure: (error: unknown) => void): OpenAdapter {
  return (options) => {
    const adapterOn = (db: Db) =>
      withHashedTokens(kyselyAdapter(db, { type: database.dialect, transaction: false })(options))
    const adapter = adapterOn(autocommit(database, onFailure))
    return {
      ...adapter,
      transaction: async (work) => {
        const created: Creation[] = []
        const result = await work({ ...adapter, create: collectIn(created) })
        await database.write(async ({ tx }) => {
          const inTransaction = adapterOn(tx)
          for (const creation of created) await inTransaction.create(creation)
        })
        return result
      },
    }
  }
}

function collectIn(created: Creation[]): Adapter['create'] {
  const create = async (creation: Creation) => {
    const data = { id: newId(), ...creation.data }
    created.push({ ...creation, data, forceAllowId: true })
    return data
  }
  // The cast is needed for the library's generic type of a row. The returned row is the one that it passed, with an id.
  return create as Adapter['create']
}
