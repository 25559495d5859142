import { Problem } from '#contract/errors.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { Http } from './cookies.ts'
import { countingWrong } from './limit-guesses.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { changeAccount, findAccount, lockAccount } from './queries.ts'
import { endSessions } from './sessions/queries.ts'
import { wrongPasswordOf } from './step-up.ts'
import { deleteTokens, MAILED_LINKS } from './tokens.ts'

type Setup = { database: ShopDatabase; limits: SharedLimits }

type Request = Http & { person: SessionPerson; body: { current: string; password: string } }

/**
 * Changes the password of the signed-in person if the request contains the current password. All other sessions of the
 * account end, and their access tokens stop working. Links that were mailed for the account before cannot be used any
 * more.
 */
export function changePassword(
  { database, limits }: Setup,
  { person, body: { current, password }, ...http }: Request,
): Promise<true | Problem> {
  const { subject, sessionId } = person
  return countingWrong({ limits, http, counted: [wrongPasswordOf(person)], isKnown: true }, async () => {
    const from = (await findAccount(database.read, subject))?.password ?? null
    if (from === null || !(await isPassword({ hash: from, password: current })))
      return new Problem('wrong-current-password')
    const hash = await hashPassword(password)
    return database.write(async (write) => {
      const { tx } = write
      // A link may have replaced the password since it was checked.
      if ((await lockAccount(tx, subject))?.password !== from) return new Problem('wrong-current-password')
      await changeAccount(tx, subject, { password: hash })
      await endSessions(write, subject, sessionId)
      await deleteTokens(tx, { owner: subject, kinds: [...MAILED_LINKS, 'second-factor'] })
      return true as const
    })
  })
}
