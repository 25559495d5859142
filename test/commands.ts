import { vi } from 'vitest'
import { commandsFolder } from './processes/run-command.ts'
import type { CommandName, CommandOutcome } from './processes/run-command.ts'
import type { Store } from './stores.ts'

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
    await import(`${commandsFolder}/${name}.ts?run=${runs}`)
    return { ...outcome, code: Number(process.exitCode ?? 0) }
  } finally {
    process.argv = before
    process.exitCode = 0
    said.mockRestore()
    complained.mockRestore()
    vi.unstubAllEnvs()
  }
}
