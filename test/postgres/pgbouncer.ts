import { chownSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../processes/free-port.ts'
import { startProgram } from '../processes/start-program.ts'
import type { RunningProgram } from '../processes/start-program.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { responds, unprivilegedOwner } from './server.ts'

/** A connection pooler in front of a database. `stop` and `start` restart it on the same port. */
export type Pooler = {
  url: string
  start: () => Promise<void>
  stop: () => Promise<void>
  dispose: () => Promise<void>
}

const PROGRAM = '/usr/sbin/pgbouncer'

export const isPgbouncerInstalled = existsSync(PROGRAM)

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
  let running: RunningProgram<boolean> | null = null
  const start = async () => {
    running = await startProgram([PROGRAM, '-q', config], { stdio: 'ignore', ...owner }, () =>
      responds(here.href),
    )
  }
  const stop = async () => void (await running?.end('SIGKILL'))
  await start()
  const dispose = async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: here.href, start, stop, dispose }
}
