import { pages } from '#contract/pages.ts'
import { isNewEmail } from '#contract/values/limits.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Config } from '#server/config.ts'
import { inviteAdmin } from '#server/identity/invitations.ts'
import { makeAdminByEmail } from '#server/identity/users/change-role.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { openCommandDatabase, runCommand } from './run-command.ts'

/**
 * `npm run make-admin -- someone@example.com`: gives a user the role of an admin. If there is no such user yet, prints a
 * link with which the next sign-up of the address becomes an admin. The shop may be running.
 */
await runCommand(async ([address]) => {
  if (!address)
    throw new Error('An email address is missing. Example: npm run make-admin -- someone@example.com')
  const email = address.toLowerCase()
  const { config, database } = await openCommandDatabase()
  try {
    return (await makeAdmin(database, email)) ?? (await invite(database, config, email))
  } finally {
    await database.close()
  }
})

/** Returns the sentence to print, or null if there is no such user. */
function makeAdmin(database: ShopDatabase, email: string): Promise<string | null> {
  return database.write(async ({ tx, publish }) => {
    const userId = await makeAdminByEmail(tx, email)
    if (userId === null) return null
    await writeAudit(tx, commandLine(userId), { action: 'made admin', subject: email })
    publish({ type: 'user-changed', userId })
    return `${email} is an administrator now.`
  })
}

async function invite(database: ShopDatabase, config: Config, email: string): Promise<string> {
  if (!isNewEmail(email)) throw new Error(`"${email}" is not an email address.`)
  if (config.demo)
    throw new Error(
      `No user has signed up as ${email}, and only a shop with PUBLIC_URL can invite one. Set the same PUBLIC_URL as for npm start, and run this again.`,
    )
  const code = await database.write(async ({ tx }) => {
    await writeAudit(tx, commandLine(''), { action: 'invited admin', subject: email })
    return inviteAdmin(tx, email)
  })
  return `No user has signed up as ${email} yet. Open this link within 7 days, and sign up with that address to become an administrator. The link works once:
${config.publicUrl}${pages.invitation}#${code}`
}

function commandLine(userId: string) {
  return { userId, email: 'the command line', name: '', role: 'Admin' as const }
}
