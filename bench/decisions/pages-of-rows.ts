import { sql } from 'kysely'
import { after } from '#server/dashboard/keyset.ts'
import type { Order } from '#server/dashboard/keyset.ts'
import { openSqlite } from '#server/platform/database/sqlite.ts'
import { inRounds, milliseconds } from './rounds.ts'
import type { Finding } from './rounds.ts'
import { inScratchFolder } from './scratch.ts'

type Tables = { rows: { id: string; email: string; cents: number } }

const ROWS = 200_000
const PAGE = 100
const DEEP = 150_000
const order: Order = { by: sql.ref('email'), direction: 'asc' }

/** A page of a long table, at its top and far down: by counting rows off, and by going on after a row. */
export function measurePages(): Promise<Finding[]> {
  return inScratchFolder(async (folder) => {
    const database = openSqlite<Tables>(folder)
    await database.script(`CREATE TABLE rows (id TEXT PRIMARY KEY, email TEXT NOT NULL, cents INTEGER NOT NULL);
      CREATE INDEX rows_by_email ON rows (email, id);
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
      INSERT INTO rows SELECT printf('%08d', i), 'person' || (i % 5000) || '@people.example', i FROM n`)
    const page = () => database.read.selectFrom('rows').selectAll().orderBy('email').orderBy('id').limit(PAGE)
    const [row] = await page().offset(DEEP - 1).limit(1).execute()
    const place: [string, string] = [row?.email ?? '', row?.id ?? '']
    const rounds = await inRounds(async () => ({
      'the first page': await milliseconds(() => page().execute()),
      'the same, after a row': await milliseconds(() => page().where(after(order, place)).execute()),
      'the same, counted off': await milliseconds(() => page().offset(DEEP).execute()),
    }), 9)
    await database.close()
    return [{ title: `${PAGE} of ${ROWS.toLocaleString('en')} rows, from row ${DEEP.toLocaleString('en')} on`, unit: 'milliseconds', digits: 2, rounds }]
  })
}
