import { runOwnersCommand } from '../../test/processes/run-command.ts'

/** Invites an address without an account by `npm run make-admin`, with the settings of a shop. Returns the printed link. */
export async function inviteAdmin(email: string, settings: Record<string, string>): Promise<string> {
  const { said } = await runOwnersCommand('make-admin', settings, [email])
  return /^http\S+$/m.exec(said)?.[0] ?? ''
}
