import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { accessSync, chownSync, constants, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
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
  return (
    candidateFolders().find(
      (folder) => isProgram(join(folder, 'initdb')) && isProgram(join(folder, 'postgres')),
    ) ?? null
  )
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
  const server = spawnServer({ folder, home, port, owner, settings: isDurable ? '' : NOT_DURABLE })
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  await untilReady(url, server)
  return {
    url,
    halt: async () => {
      server.stdin?.write('halt\n')
      while (await accepts(port)) await sleep(20)
    },
    resume: async () => {
      server.stdin?.write('resume\n')
      await untilReady(url, server)
    },
    stop: () => stop(server),
  }
}

function candidateFolders(): string[] {
  const path = (process.env['PATH'] ?? '').split(delimiter)
  return [...path, ...debianFolders(), '/usr/local/opt/postgresql/bin', '/opt/homebrew/opt/postgresql/bin']
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

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
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

type ServerPlace = { folder: string; home: string; port: number; owner: Owner | null; settings: string }

function spawnServer({ folder, home, port, owner, settings }: ServerPlace): ChildProcess {
  return spawn('/bin/sh', ['-c', SUPERVISE, 'crema-postgres', folder, home, String(port), settings], {
    cwd: home,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    ...owner,
  })
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  let words = ''
  server.stderr?.on('data', (chunk: Buffer) => (words += chunk))
  for (let tries = 0; tries < 2400; tries++) {
    if (server.exitCode !== null || server.signalCode !== null) break
    if (await answers(url)) return
    await sleep(50)
  }
  await stop(server)
  throw new Error(`PostgreSQL did not start:\n${words}`)
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
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

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const gone = new Promise((resolve) => server.once('exit', resolve))
  server.stdin?.end()
  await gone
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
