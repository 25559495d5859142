import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '../shop/bench-process.ts'
import { request, requestsPerSecond } from '../shop/load.ts'

/** The limit of durable writes: rows inserted a second, each in a commit that is on the disk; goals are for PostgreSQL's. */
export type Inserts = {
  name: string
  timesPgbench: number
  perSecond: (seconds: number) => Promise<number>
  stop: () => Promise<void>
}

/** PostgreSQL's own benchmark where it is installed, else node:http with SQLite. */
export async function startInserts(clients: number): Promise<Inserts> {
  return startPgbench(clients) ?? (await startBare(clients))
}

/** PostgreSQL as it comes, in a folder of its own. */
function startPgbench(clients: number): Inserts | null {
  const programs = findPrograms()
  if (!programs) return null
  const folder = mkdtempSync(join(tmpdir(), 'crema-pgbench-'))
  // The server refuses to run as root.
  const owner = process.getuid?.() === 0 ? postgresUser() : null
  const run = ([program = '', ...args]: string[]) =>
    spawnSync(program, args, { encoding: 'utf8', cwd: '/', ...owner })
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const options = `-c listen_addresses='' -c unix_socket_directories=${folder}`
  const stop = async () => {
    run([`${programs}/pg_ctl`, '-D', data, '-m', 'immediate', 'stop'])
    rmSync(folder, { recursive: true, force: true })
  }
  const made = run([`${programs}/initdb`, '-D', data, '-A', 'trust']).status === 0
  if (
    !made ||
    run([`${programs}/pg_ctl`, '-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start'])
      .status !== 0
  ) {
    void stop()
    return null
  }
  const sql = (text: string) => run(['psql', '-h', folder, 'postgres', '-c', text])
  sql('CREATE TABLE item (id bigserial PRIMARY KEY, email text, name text, img text, price bigint)')
  run([
    'sh',
    '-c',
    `echo "INSERT INTO item (email, name, img, price) VALUES ('a@example.com', 'Lungo', '/images/x.webp', 1250);" > ${folder}/insert.sql`,
  ])
  return {
    name: 'pgbench, single-row inserts',
    timesPgbench: 1,
    // It counts whole seconds.
    perSecond: async (seconds) => {
      const timed = ['-c', String(clients), '-j', '2', '-T', String(Math.max(1, Math.round(seconds)))]
      return Number(
        /tps = ([\d.]+)/.exec(
          run(['pgbench', '-h', folder, '-n', '-f', `${folder}/insert.sql`, ...timed, 'postgres']).stdout,
        )?.[1],
      )
    },
    stop,
  }
}

function postgresUser(): { uid: number; gid: number } {
  const id = (which: string) => Number(spawnSync('id', [which, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

/** Where Debian puts the newest server's programs. */
function findPrograms(): string | null {
  const all = '/usr/lib/postgresql'
  const newest = existsSync(all) ? readdirSync(all).toSorted((a, b) => Number(b) - Number(a))[0] : undefined
  return newest ? join(all, newest, 'bin') : null
}

async function startBare(clients: number): Promise<Inserts> {
  const folder = mkdtempSync(join(tmpdir(), 'crema-inserts-'))
  const bare = await startProcess(['bench/figures/bare-inserts.ts', join(folder, 'bare.db')])
  const asked = request('POST /')
  return {
    name: 'node:http and SQLite, single-row inserts',
    // The measured ratio to pgbench. It is above 1 because there are no row versions, no indexes and no processes to wake.
    timesPgbench: 2.7,
    perSecond: (seconds) => requestsPerSecond({ port: bare.port, clients, seconds, next: () => asked }),
    stop: async () => {
      await bare.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
