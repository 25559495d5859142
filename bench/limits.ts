import { execFileSync } from 'node:child_process'
import { argon2, randomBytes } from 'node:crypto'
import { delimiter } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { findPostgres, startPostgres } from '../test/postgres/server.ts'
import { perSecond, startProcess } from './processes.ts'
import type { Load } from './processes.ts'

/**
 * What the shop is compared with on the same machine. `perSecond` runs it for the given number of seconds, and returns
 * the number of operations per second, for `node:http` of processor time.
 */
export type Limit = { perSecond: (seconds: number) => number | Promise<number>; close: () => Promise<void> }

export type LimitName = 'node:http' | 'pgbench' | 'argon2id'

const TABLE = 'CREATE TABLE item (id bigserial PRIMARY KEY, email text, name text, img text, price bigint)'
const INSERT = `INSERT INTO item (email, name, img, price) VALUES ('a@example.com', 'Lungo', '/images/x.webp', 1250);`
/** The parameters of the shop's password hashes, and how many of them the shop computes at once. */
const HASH = { memory: 65_536, passes: 3, parallelism: 1, tagLength: 32, message: 'coffee123' }
const HASHES_AT_ONCE = 2

const programs = findPostgres()
/** Finds `pgbench` beside the server or, if it is not there, on the PATH. */
const withPrograms = { ...process.env, PATH: [programs, process.env['PATH']].join(delimiter) }

export const isPostgresInstalled = programs !== null

/** Starts the program with which a call of the shop is compared. `load` is the load of the shop. */
export function startLimit(name: LimitName, load: Load): Promise<Limit> {
  if (name === 'pgbench') return startPgbench(load.clients)
  return name === 'node:http'
    ? startBareServer(load)
    : Promise.resolve({ perSecond: hash, close: async () => {} })
}

/** Starts a PostgreSQL server that flushes every commit to the disk, as by default. Throws if it is not installed. */
export function startDurablePostgres() {
  if (!programs) throw new Error('PostgreSQL is not installed here.')
  return startPostgres(programs, { isDurable: true })
}

/** PostgreSQL's own benchmark: each client inserts single rows, each in a transaction that is flushed to the disk. */
async function startPgbench(clients: number): Promise<Limit> {
  const server = await startDurablePostgres()
  const client = new Client({ connectionString: server.url })
  await client.connect()
  await client.query(TABLE)
  await client.end()
  const insert = (seconds: number) => {
    // pgbench accepts whole seconds only. `-f -` reads the statement from standard input.
    const time = String(Math.max(1, Math.round(seconds)))
    const options = ['-n', '-f', '-', '-c', String(clients), '-j', '2', '-T', time, server.url]
    const output = execFileSync('pgbench', options, { input: INSERT, stdio: 'pipe', env: withPrograms })
    return Number(/tps = ([\d.]+)/.exec(output.toString())?.[1])
  }
  return { perSecond: insert, close: server.stop }
}

async function startBareServer(load: Load): Promise<Limit> {
  const bare = await startProcess(['bench/bare-server.ts', load.url])
  return { ...bare, perSecond: (seconds) => perSecond({ ...load, url: bare.url }, seconds, bare) }
}

/** Hashes passwords in this process for some seconds. Returns the hashes per second. */
async function hash(seconds: number): Promise<number> {
  const derive = promisify(argon2)
  const started = performance.now()
  let hashes = 0
  const untilTheEnd = async () => {
    for (; performance.now() < started + seconds * 1000; hashes++)
      await derive('argon2id', { ...HASH, nonce: randomBytes(16) })
  }
  await Promise.all(Array.from({ length: HASHES_AT_ONCE }, untilTheEnd))
  return (hashes * 1000) / (performance.now() - started)
}
