import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { childEnv } from './child-node.ts'
import type { DatabasePlace } from './run-sql.ts'

export type CommandName =
  | 'make-admin'
  | 'backup'
  | 'check-backup'
  | 'restore'
  | 'print-secrets'
  | 'verify-books'
  | 'doctor'

export type CommandOutcome = { code: number; said: string; complained: string }

export const commandsFolder = join(import.meta.dirname, '../../server/commands')

/** The settings with which a shop, or a command, uses a database. */
export function settingsOf({ dataDir, databaseUrl }: DatabasePlace): Record<string, string> {
  return { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
}

/** Runs one of the shop owner's commands, such as `npm run backup`, in a new process with the settings of a shop. */
export function runOwnersCommand(
  name: CommandName,
  settings: Record<string, string>,
  args: string[] = [],
): Promise<CommandOutcome> {
  const options = { env: { ...childEnv, ...settings } }
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      [join(commandsFolder, `${name}.ts`), ...args],
      options,
      (error, said, complained) => resolve({ code: Number(error?.code ?? 0), said, complained }),
    ),
  )
}
