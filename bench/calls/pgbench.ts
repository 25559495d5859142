import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { findPostgres } from '../../test/postgres/server.ts'

/**
 * A program with which the shop is compared, such as a bare `node:http` server. `perSecond` runs it under load for the
 * given number of seconds, and returns the number of operations per second.
 */
export type Limit = { perSecond: (seconds: number) => number | Promise<number>; close: () => Promise<void> }

const TABLE = 'CREATE TABLE item (id bigserial PRIMARY KEY, email text, name text, img text, price bigint)'
const INSERT = `INSERT INTO item (email, name, img, price) VALUES ('a@example.com', 'Lungo', '/images/x.webp', 1250);`

const programs = findPostgres()

export const isPostgresInstalled = programs !== null

/** A temporary PostgreSQL server that flushes every commit to the disk. `url` is that of an empty database. */
export type Pgbench = Limit & { url: string }

/**
 * Starts a PostgreSQL server with default settings in a temporary folder, for PostgreSQL's own benchmark program,
 * pgbench. `perSecond` measures how many durable writes per second this machine can do: each client inserts single
 * rows, each in a transaction of its own that is flushed to the disk. With `port`, the server also accepts connections
 * of this machine on that port. Throws if PostgreSQL is not installed.
 */
export function startPgbench(clients: number, port?: number): Pgbench {
  const folder = mkdtempSync(join(tmpdir(), 'crema-pgbench-'))
  writeFileSync(join(folder, 'insert.sql'), INSERT)
  const env = {
    PATH: [programs, process.env['PATH']].join(delimiter),
    PGHOST: folder,
    PGDATABASE: 'postgres',
    PGUSER: 'postgres',
    ...(port && { PGPORT: String(port) }),
  }
  const place = { cwd: folder, env, ...unprivilegedOwner(folder) }
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { ...place, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  run('initdb', '-D', 'data', '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C')
  const addresses = port ? `127.0.0.1 -p ${port}` : `''`
  const options = `-c unix_socket_directories=${folder} -c listen_addresses=${addresses}`
  run('pg_ctl', '-D', 'data', '-w', '-l', 'log', '-o', options, 'start')
  run('psql', '-c', TABLE, '-c', 'CREATE DATABASE crema')
  return {
    url: `postgres://postgres@127.0.0.1:${port ?? 0}/crema`,
    perSecond: (seconds) => {
      // pgbench accepts whole seconds only.
      const load = ['-c', String(clients), '-j', '2', '-T', String(Math.max(1, Math.round(seconds)))]
      return Number(/tps = ([\d.]+)/.exec(run('pgbench', '-n', '-f', 'insert.sql', ...load))?.[1])
    },
    close: async () => {
      run('pg_ctl', '-D', 'data', '-m', 'immediate', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * PostgreSQL refuses to run as root. If this process runs as root, the function returns the ids of the user
 * `postgres`, which the PostgreSQL package creates, and makes that user the owner of the folder. Otherwise it returns
 * no ids.
 */
function unprivilegedOwner(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const owner = { uid: id('-u'), gid: id('-g') }
  chownSync(folder, owner.uid, owner.gid)
  return owner
}
