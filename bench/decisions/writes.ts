import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openSqlite } from '#server/platform/database/sqlite.ts'
import { inRounds } from './rounds.ts'
import type { Finding } from './rounds.ts'
import { inScratchFolder } from './scratch.ts'

type Tables = { rows: { id: string; words: string } }

const WORDS = 'a cart item is about this long when everything that belongs to it is written down in one row of the books'.repeat(3)

/** Durable inserts through the shop's own database: one caller at a time against many at once, who share a flush. */
export function measureWrites(): Promise<Finding[]> {
  return inScratchFolder(async (folder) => {
    const database = openSqlite<Tables>(folder)
    await database.script('CREATE TABLE rows (id TEXT PRIMARY KEY, words TEXT NOT NULL)')
    const rounds = await inRounds(async () => ({
      'one caller': await callers(database, 1),
      '8 callers at once': await callers(database, 8),
      '64 callers at once': await callers(database, 64),
      '512 callers at once': await callers(database, 512),
      'a bare 4 KB append and flush': flushes(join(folder, 'flushed')),
    }))
    await database.close()
    return [{ title: 'Durable inserts', unit: 'per second', rounds }]
  })
}

const FOR_MS = 500

async function callers(database: Database<Tables>, count: number): Promise<number> {
  const started = performance.now()
  let done = 0
  const caller = async () => {
    while (performance.now() - started < FOR_MS) {
      await database.write(({ tx }) => tx.insertInto('rows').values({ id: newId(), words: WORDS }).execute())
      done += 1
    }
  }
  await Promise.all(Array.from({ length: count }, caller))
  return (done / (performance.now() - started)) * 1000
}

function flushes(file: string): number {
  const handle = openSync(file, 'a')
  const page = Buffer.alloc(4096, 7)
  const started = performance.now()
  let done = 0
  for (; performance.now() - started < FOR_MS; done++) {
    writeSync(handle, page)
    fdatasyncSync(handle)
  }
  closeSync(handle)
  return (done / (performance.now() - started)) * 1000
}
