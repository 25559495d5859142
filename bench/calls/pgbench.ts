import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { findPostgres } from '../../test/postgres/server.ts'

/** What this machine does without a shop. `perSecond` measures it for some seconds. */
export type Limit = { perSecond: (seconds: number) => number | Promise<number>; close: () => Promise<void> }

const TABLE = 'CREATE TABLE item (id bigserial PRIMARY KEY, email text, name text, img text, price bigint)'
const INSERT = `INSERT INTO item (email, name, img, price) VALUES ('a@example.com', 'Lungo', '/images/x.webp', 1250);`

const programs = findPostgres()

export const isPostgresInstalled = programs !== null

/**
 * The limit of durable writes: PostgreSQL's own benchmark, with clients that insert single rows, each in a commit that is on
 * the disk. The server has its default settings and a temporary folder. Throws if PostgreSQL is not installed.
 */
export function startPgbench(clients: number): Limit {
  const folder = mkdtempSync(join(tmpdir(), 'crema-pgbench-'))
  writeFileSync(join(folder, 'insert.sql'), INSERT)
  const env = {
    PATH: [programs, process.env['PATH']].join(delimiter),
    PGHOST: folder,
    PGDATABASE: 'postgres',
  }
  const place = { cwd: folder, env, ...unprivilegedOwner(folder) }
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { ...place, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  run('initdb', '-D', 'data', '-A', 'trust')
  const options = `-c listen_addresses='' -c unix_socket_directories=${folder}`
  run('pg_ctl', '-D', 'data', '-w', '-l', 'log', '-o', options, 'start')
  run('psql', '-c', TABLE)
  return {
    perSecond: (seconds) => {
      // It counts whole seconds.
      const load = ['-c', String(clients), '-j', '2', '-T', String(Math.max(1, Math.round(seconds)))]
      return Number(/tps = ([\d.]+)/.exec(run('pgbench', '-n', '-f', 'insert.sql', ...load))?.[1])
    },
    close: async () => {
      run('pg_ctl', '-D', 'data', '-m', 'immediate', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL does not run as root. In that case it runs as the user that its package has created, who gets the folder. */
function unprivilegedOwner(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const owner = { uid: id('-u'), gid: id('-g') }
  chownSync(folder, owner.uid, owner.gid)
  return owner
}
