import { writeAudit } from '#server/audit/write-audit.ts'
import { giveRole } from '#server/identity/users/change-role.ts'
import { openCommandDatabase, runCommand } from './run-command.ts'

/** `npm run make-admin -- someone@example.com`: gives a user the role of an admin. The shop may be running. */
await runCommand(async ([email]) => {
  if (!email) throw new Error('Say whom: npm run make-admin -- someone@example.com')
  const { database } = await openCommandDatabase()
  try {
    const user = await database.write(async ({ tx, publish }) => {
      const given = await giveRole(tx, { email: email.toLowerCase(), role: 'Admin' })
      if (!given) return null
      const owner = { userId: given.id, email: 'the command line', name: '', isAdmin: true }
      await writeAudit(tx, owner, { action: 'made admin', subject: given.email })
      publish({ type: 'user-changed', userId: given.id })
      return given
    })
    if (!user)
      throw new Error(`Nobody has signed up as ${email}. Sign up in the shop first, then run this again.`)
    return `${user.email} is an administrator now.`
  } finally {
    await database.close()
  }
})
