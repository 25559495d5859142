import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { vi } from 'vitest'
import { childEnv } from './processes/child-node.ts'
import type { Store } from './stores.ts'

type CommandName =
  | 'make-admin'
  | 'backup'
  | 'check-backup'
  | 'restore'
  | 'print-secrets'
  | 'verify-books'
  | 'doctor'

export type CommandOutcome = { code: number; said: string; complained: string }

const folder = join(import.meta.dirname, '../server/commands')

/**
 * Runs one of the shop owner's commands, such as `npm run backup`, on the data of a test shop. The command runs in a
 * new process.
 */
export async function runOwnersCommand(
  name: CommandName,
  { dataDir, databaseUrl }: Pick<Store, 'dataDir' | 'databaseUrl'>,
  args: string[],
): Promise<CommandOutcome> {
  const env = {
    ...childEnv,
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  }
  const child = spawn(process.execPath, [join(folder, `${name}.ts`), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const outcome = { code: 0, said: '', complained: '' }
  child.stdout.on('data', (chunk: Buffer) => (outcome.said += chunk))
  child.stderr.on('data', (chunk: Buffer) => (outcome.complained += chunk))
  const [code] = await once(child, 'close')
  return { ...outcome, code: Number(code) }
}

let runs = 0

/**
 * Runs one of the shop owner's commands in the process of the test, which is much faster than a new process. `env`
 * has further settings. It replaces `process.argv` and the output of the process, so only one command may run at a time.
 */
export async function runOwnersCommandHere(
  name: CommandName,
  {
    dataDir,
    databaseUrl,
    env = {},
  }: Pick<Store, 'dataDir' | 'databaseUrl'> & { env?: Record<string, string> },
  args: string[],
): Promise<CommandOutcome> {
  const outcome = { said: '', complained: '' }
  const before = process.argv
  const said = vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((outcome.said += text)))
  const complained = vi
    .spyOn(process.stderr, 'write')
    .mockImplementation((text) => Boolean((outcome.complained += text)))
  vi.stubEnv('DATA_DIR', dataDir).stubEnv('DATABASE_URL', databaseUrl ?? '')
  for (const [variable, value] of Object.entries(env)) vi.stubEnv(variable, value)
  process.argv = [process.execPath, name, ...args]
  try {
    runs += 1
    // With another query, the module that runs the command is loaded again. The modules that it imports stay loaded.
    await import(`${folder}/${name}.ts?run=${runs}`)
    return { ...outcome, code: Number(process.exitCode ?? 0) }
  } finally {
    process.argv = before
    process.exitCode = 0
    said.mockRestore()
    complained.mockRestore()
    vi.unstubAllEnvs()
  }
}
