import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import { newId } from '#server/platform/clock.ts'
import { openSqlite } from '#server/platform/database/sqlite.ts'
import { each, inRounds, sideBySide } from './rounds.ts'
import type { Finding } from './rounds.ts'
import { inScratchFolder } from './scratch.ts'

type Tables = { rows: { id: string; words: string; owner: string } }

const ROWS = 20_000

/** Reads by key: the bare driver, and Kysely as the shop uses it; then what making the SQL text alone costs. */
export function measureReads(): Promise<Finding[]> {
  return inScratchFolder(async (folder) => {
    const database = openSqlite<Tables>(folder)
    await database.script('CREATE TABLE rows (id TEXT PRIMARY KEY, words TEXT NOT NULL, owner TEXT NOT NULL)')
    const ids = Array.from({ length: ROWS }, newId)
    await Promise.all(ids.map((id) => database.write(({ tx }) => tx.insertInto('rows').values({ id, words: `words of ${id}`, owner: id }).execute())))
    const bare = new DatabaseSync(join(folder, 'crema.db'), { readOnly: true })
    const statement = bare.prepare('SELECT * FROM rows WHERE id = ?')
    const anId = () => ids[Math.floor(Math.random() * ROWS)] ?? ''
    const compiled = byKey(database.read, '').compile()
    const ways = {
      'bare driver, statement kept': () => statement.get(anId()),
      'Kysely, as the shop uses it': () => byKey(database.read, anId()).executeTakeFirst(),
      'Kysely, text made once': () => database.read.executeQuery({ ...compiled, parameters: [anId()] }),
    }
    const reads = await inRounds(() => sideBySide(ways))
    const texts = await inRounds(() => sideBySide({ 'making the text of one query': () => byKey(database.read, anId()).compile() }))
    bare.close()
    await database.close()
    return [
      { title: `Reads by key among ${ROWS.toLocaleString('en')} rows`, unit: 'per second', rounds: reads },
      { title: 'Kysely', unit: 'microseconds', digits: 1, rounds: texts.map((round) => each(round, 1e6)) },
    ]
  })
}

function byKey(db: Kysely<Tables>, id: string) {
  return db.selectFrom('rows').selectAll().where('id', '=', id)
}
