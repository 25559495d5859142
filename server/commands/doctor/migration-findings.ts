import { CONTRACT, compareMigrations } from '#server/platform/database/migrations.ts'
import type { Done } from '#server/platform/database/migrations.ts'
import { migrationsFolder } from '../run-command.ts'
import { fail, ok, warn } from './check.ts'
import type { Finding } from './check.ts'

/** Compares the migrations that were applied to a database with those of this version of the shop. */
export function findMigrations(done: Done[], dialect: 'sqlite' | 'postgres'): Finding {
  const { pending, unknown, edited } = compareMigrations(done, { folder: migrationsFolder, dialect })
  if (unknown.some((name) => name.includes(CONTRACT)))
    return fail(
      `The database is newer than this version of the shop: it has ${unknown.join(', ')}. Run the newer version.`,
    )
  if (edited.length > 0)
    return fail(`${edited.join(', ')} was edited after it was applied. Restore the file of your version.`)
  if (unknown.length > 0)
    return warn(
      `A newer version of the shop has added ${unknown.join(', ')}: this version can run, but commands such as backup must be those of the newer one.`,
    )
  if (pending.length > 0)
    return warn(`${pending.length} migrations are pending: the next start of the shop applies them.`)
  return ok(`All ${done.length} migrations are applied.`)
}
