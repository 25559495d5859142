import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, chownSync, constants, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { temporaryFolder } from '../temporary-folder.ts'
import { freePort, unprivilegedOwner } from './server.ts'

/** A connection pooler in front of a database. `stop` and `start` restart it on the same port. */
export type Pooler = {
  url: string
  start: () => Promise<void>
  stop: () => Promise<void>
  dispose: () => Promise<void>
}

const PROGRAM = '/usr/sbin/pgbouncer'

export const isPgbouncerInstalled = canRun(PROGRAM)

/** Starts PgBouncer in transaction mode, with its default settings otherwise, in front of the database at `url`. */
export async function startPgbouncer(url: string): Promise<Pooler> {
  const there = new URL(url)
  const here = new URL(url)
  here.port = String(await freePort())
  const folder = temporaryFolder('crema-pgbouncer-')
  const { username, password } = there
  const config = join(folder, 'pgbouncer.ini')
  writeFileSync(join(folder, 'users.txt'), `"${username}" "${password}"\n`)
  writeFileSync(
    config,
    [
      '[databases]',
      `* = host=${there.hostname} port=${there.port}`,
      '[pgbouncer]',
      `listen_addr = 127.0.0.1`,
      `listen_port = ${here.port}`,
      `unix_socket_dir =`,
      'auth_type = scram-sha-256',
      `auth_file = ${join(folder, 'users.txt')}`,
      'pool_mode = transaction',
      'default_pool_size = 4',
    ].join('\n'),
  )
  const owner = unprivilegedOwner()
  if (owner)
    for (const path of [folder, config, join(folder, 'users.txt')]) chownSync(path, owner.uid, owner.gid)
  let child: ChildProcess | null = null
  async function start(): Promise<void> {
    child = spawn(PROGRAM, ['-q', config], { stdio: 'ignore', ...owner })
    for (let tries = 0; !(await accepts(here.href)); tries++) {
      if (tries === 100) throw new Error('PgBouncer did not start.')
      await sleep(50)
    }
  }
  async function stop(): Promise<void> {
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  await start()
  const dispose = async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: here.href, start, stop, dispose }
}

async function accepts(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
