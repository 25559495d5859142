import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { findProgram } from '../processes/find-program.ts'
import { freePort } from '../processes/free-port.ts'
import { startProgram } from '../processes/start-program.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/**
 * A PostgreSQL server for one run of the tests. `url` connects as its superuser. `halt` stops the server at once, and
 * `resume` starts it again with the same data on the same port. `stop` ends it and removes its data.
 */
export type TestServer = {
  url: string
  halt: () => Promise<void>
  resume: () => Promise<void>
  stop: () => Promise<void>
}

type Owner = { uid: number; gid: number }

/** Returns the folder of PostgreSQL's programs on this machine, or null if PostgreSQL is not installed. */
export function findPostgres(): string | null {
  const homebrew = ['/usr/local/opt/postgresql/bin', '/opt/homebrew/opt/postgresql/bin']
  const initdb = findProgram(['initdb'], [...debianFolders(), ...homebrew])
  return initdb && dirname(initdb)
}

/**
 * Starts a temporary PostgreSQL server from the programs in `folder`. Its data is in a temporary folder and, unless it
 * is durable, not flushed to disk. It accepts only connections from this machine, with a random password. It ends with
 * this process, even if the process is killed. Throws with the output of the server if it does not start.
 */
export async function startPostgres(
  folder: string,
  { isDurable = false }: { isDurable?: boolean } = {},
): Promise<TestServer> {
  const password = randomBytes(16).toString('hex')
  const home = isDurable ? mkdtempSync(join(tmpdir(), 'crema-postgres-')) : temporaryFolder('crema-postgres-')
  const owner = unprivilegedOwner()
  writeFileSync(join(home, 'password'), password)
  if (owner) for (const path of [home, join(home, 'password')]) chownSync(path, owner.uid, owner.gid)
  const port = await freePort()
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  const settings = isDurable ? '' : NOT_DURABLE
  const { child, end } = await startProgram(
    ['/bin/sh', '-c', SUPERVISE, 'crema-postgres', folder, home, String(port), settings],
    {
      cwd: home,
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
      ...owner,
    },
    () => responds(url),
  )
  return {
    url,
    halt: async () => {
      child.stdin?.write('halt\n')
      while (await accepts(port)) await sleep(20)
    },
    resume: async () => {
      child.stdin?.write('resume\n')
      while (!(await responds(url))) await sleep(20)
    },
    stop: async () => void (await end('SIGTERM')),
  }
}

/**
 * Returns the folders with the programs of all PostgreSQL versions that are installed as Debian packages, the newest
 * first. These folders are not on the `PATH`.
 */
function debianFolders(): string[] {
  try {
    const versions = readdirSync('/usr/lib/postgresql').toSorted((a, b) => Number(b) - Number(a))
    return versions.map((version) => `/usr/lib/postgresql/${version}/bin`)
  } catch {
    return []
  }
}

/**
 * PostgreSQL refuses to run as root. If this process runs as root, returns the user `postgres`, which the PostgreSQL
 * package has created. Otherwise returns null.
 */
export function unprivilegedOwner(): Owner | null {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** The settings of a server whose data may be lost with the machine. */
const NOT_DURABLE =
  '-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c autovacuum=off -c max_wal_size=256MB'

/**
 * A shell script that starts the PostgreSQL server and reads from a pipe of this process. The line `halt` stops the
 * server at once, and the line `resume` starts it again. The pipe closes when this process ends, even by SIGKILL. The
 * script then stops the server and removes its folder.
 */
const SUPERVISE = `
"$1/initdb" -D "$2/data" -U postgres -A scram-sha-256 --pwfile="$2/password" -E UTF8 --locale=C -N >"$2/log" 2>&1 || { cat "$2/log" >&2; rm -rf "$2"; exit 1; }
begin() {
  "$1/postgres" -D "$2/data" -k "$2" -h 127.0.0.1 -p "$3" -c max_connections=200 $4 </dev/null >"$2/log" 2>&1 &
  server=$!
  (while kill -0 $server 2>/dev/null; do sleep 1; done; cat "$2/log" >&2; kill $$ 2>/dev/null) &
  watcher=$!
}
end() {
  kill $watcher 2>/dev/null
  kill -INT $server 2>/dev/null
  wait $server
}
begin "$@"
while read -r word; do
  case $word in
    halt) end ;;
    resume) begin "$@" ;;
  esac
done
end
rm -rf "$2"
`

/** Returns whether the server at this URL executes statements. */
export async function responds(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Returns whether a program listens on the port. A server that is shutting down still does. */
async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const accepted = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return accepted
}
