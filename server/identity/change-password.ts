import { Problem } from '#contract/errors.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { changeAccount, findAccount, findUserBySubject, lockAccount } from './queries.ts'
import type { Http } from './sessions/enter.ts'
import { endSessions } from './sessions/queries.ts'
import { deleteTokens, MAILED_LINKS } from './tokens.ts'
import { countingWrongPasswordsOf } from './wrong-passwords.ts'

type Setup = { database: ShopDatabase; limits: SharedLimits }

/** A change of a password: the one until now, and the one from now on. */
type PasswordChange = { current: string; password: string }

type Request = { http: Http; person: SessionPerson; change: PasswordChange }

/**
 * Changes the password of the signed-in person if the request contains the current password. All other sessions of the
 * account end, and their access tokens stop working. Links that were mailed for the account before cannot be used any
 * more.
 */
export function changePassword(
  { database, limits }: Setup,
  { http, person, change }: Request,
): Promise<true | Problem> {
  const check = () => replacePassword(database, person, change)
  return countingWrongPasswordsOf(person, { limits, http, check })
}

async function replacePassword(
  database: ShopDatabase,
  { subject, sessionId }: SessionPerson,
  { current, password }: PasswordChange,
): Promise<true | Problem> {
  const from = (await findAccount(database.read, subject))?.password ?? null
  if (from === null || !(await isPassword({ hash: from, password: current })))
    return new Problem('wrong-current-password')
  const hash = await hashPassword(password)
  return database.write(async ({ tx, publish }) => {
    // A link may have replaced the password since it was checked.
    if ((await lockAccount(tx, subject))?.password !== from) return new Problem('wrong-current-password')
    await changeAccount(tx, subject, { password: hash })
    await endSessions(tx, subject, sessionId)
    await deleteTokens(tx, { owner: subject, kinds: [...MAILED_LINKS, 'second-factor'] })
    const user = await findUserBySubject(tx, subject)
    if (user) publish({ type: 'user-changed', userId: user.id })
    return true as const
  })
}
