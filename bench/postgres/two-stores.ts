import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/setup/place.mjs'
import { makeShop } from '../shop/bench-shop.ts'
import type { BenchShop } from '../shop/bench-shop.ts'

/** The same shop on SQLite, and on PostgreSQL for two instances, each with a data folder of its own. */
export type Stores = { sqlite: BenchShop; one: BenchShop; other: BenchShop }

const LINES = 30_000

/** Makes a shop on SQLite, and moves a copy of it to the empty PostgreSQL database at `url`. */
export async function makeStores(folder: string, url: string): Promise<Stores> {
  const sqlite = await makeShop(join(folder, 'sqlite'), LINES)
  const [archive, dataDir, otherDir] = ['archive.db', 'one', 'other'].map((name) => join(folder, name))
  if (!archive || !dataDir || !otherDir) throw new Error('There are three names.')
  const env = { ...sqlite.env, DATA_DIR: dataDir, DATABASE_URL: url }
  run('server/commands/backup.ts', archive, sqlite.env)
  run('server/commands/restore.ts', archive, env)
  cpSync(dataDir, otherDir, { recursive: true })
  const { accounts } = sqlite
  return { sqlite, one: { env, accounts }, other: { env: { ...env, DATA_DIR: otherDir }, accounts } }
}

function run(program: string, file: string, env: Record<string, string>): void {
  const options = { cwd: root, env: { ...process.env, ...env }, stdio: 'ignore' as const }
  execFileSync(process.execPath, [program, file], options)
}
