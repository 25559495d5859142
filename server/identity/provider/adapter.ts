import { kyselyAdapter } from '@better-auth/kysely-adapter'
import { newId } from '#server/platform/clock.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { autocommit } from './autocommit.ts'
import { withHashedTokens } from './session-hashing.ts'

type OpenAdapter = ReturnType<typeof kyselyAdapter>
type Adapter = ReturnType<OpenAdapter>
type Creation = Parameters<Adapter['create']>[0]

/**
 * Returns a database adapter for the library better-auth, which stores accounts and sessions in the shop's database.
 * A statement outside of a transaction is committed at once.
 *
 * If better-auth opens a transaction, the rows that it creates are collected, and at the end they are inserted in one
 * short transaction. An account, its password and its first session therefore exist together or not at all.
 * better-auth hashes the password within its transaction. Without collecting the rows, other writes would wait for
 * the hashing.
 *
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
  // The cast is needed because the library's `create` is generic in the type of the row. The function returns the row
  // that it was given, with an id added.
  return create as Adapter['create']
}
