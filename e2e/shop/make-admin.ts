import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { childEnv } from '../../test/processes/child-node.ts'

const script = join(import.meta.dirname, '../../server/commands/make-admin.ts')

/**
 * Runs `npm run make-admin` for an address that has no account yet, with the settings of a shop. Returns the printed
 * link.
 */
export async function inviteAdmin(email: string, settings: Record<string, string>): Promise<string> {
  const env = { ...childEnv, ...settings }
  const { stdout } = await promisify(execFile)(process.execPath, [script, email], { env })
  return /^http\S+$/m.exec(stdout)?.[0] ?? ''
}
