import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The limit of durable writes: rows inserted a second, each in a commit that is on the disk. */
export type Inserts = { name: string; perSecond: (seconds: number) => number; stop: () => void }

/** PostgreSQL's own benchmark where it is installed, else a bare loop on SQLite that commits `clients` rows at a time. */
export function startInserts(clients: number): Inserts {
  return startPgbench(clients) ?? bareLoop(clients)
}

/** PostgreSQL as it comes, in a folder of its own. */
function startPgbench(clients: number): Inserts | null {
  const programs = findPrograms()
  if (!programs) return null
  const folder = mkdtempSync(join(tmpdir(), 'crema-pgbench-'))
  const as = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : []
  const run = (command: string[]) => {
    const [program = '', ...args] = [...as, ...command]
    return spawnSync(program, args, { encoding: 'utf8', cwd: '/' })
  }
  if (as.length > 0) spawnSync('chown', ['postgres', folder])
  const data = join(folder, 'data')
  const options = `-c listen_addresses='' -c unix_socket_directories=${folder}`
  const stop = () => {
    run([`${programs}/pg_ctl`, '-D', data, '-m', 'immediate', 'stop'])
    rmSync(folder, { recursive: true, force: true })
  }
  const made = run([`${programs}/initdb`, '-D', data, '-A', 'trust']).status === 0
  if (!made || run([`${programs}/pg_ctl`, '-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start']).status !== 0) {
    stop()
    return null
  }
  const sql = (text: string) => run(['psql', '-h', folder, 'postgres', '-c', text])
  sql('CREATE TABLE item (id bigserial PRIMARY KEY, email text, name text, img text, price bigint)')
  run(['sh', '-c', `echo "INSERT INTO item (email, name, img, price) VALUES ('a@example.com', 'Lungo', '/images/x.webp', 1250);" > ${folder}/insert.sql`])
  return {
    name: 'pgbench, single-row inserts',
    // It counts whole seconds.
    perSecond: (seconds) => {
      const timed = ['-c', String(clients), '-j', '2', '-T', String(Math.max(1, Math.round(seconds)))]
      return Number(/tps = ([\d.]+)/.exec(run(['pgbench', '-h', folder, '-n', '-f', `${folder}/insert.sql`, ...timed, 'postgres']).stdout)?.[1])
    },
    stop,
  }
}

/** Where Debian puts the newest server's programs. */
function findPrograms(): string | null {
  const all = '/usr/lib/postgresql'
  const newest = existsSync(all) ? readdirSync(all).toSorted((a, b) => Number(b) - Number(a))[0] : undefined
  return newest ? join(all, newest, 'bin') : null
}

function bareLoop(clients: number): Inserts {
  const folder = mkdtempSync(join(tmpdir(), 'crema-inserts-'))
  const books = new DatabaseSync(join(folder, 'bare.db'))
  books.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE item (id INTEGER PRIMARY KEY, email TEXT, name TEXT, img TEXT, price INTEGER)')
  const insert = books.prepare('INSERT INTO item (email, name, img, price) VALUES (?, ?, ?, ?)')
  return {
    name: `a bare loop, ${clients} inserts a commit`,
    perSecond: (seconds) => {
      const started = performance.now()
      let done = 0
      while (performance.now() - started < seconds * 1000) {
        books.exec('BEGIN')
        for (let client = 0; client < clients; client++) insert.run('a@example.com', 'Lungo', '/images/x.webp', 1250)
        books.exec('COMMIT')
        done += clients
      }
      return (done / (performance.now() - started)) * 1000
    },
    stop: () => {
      books.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
