import { demoAccounts } from '#contract/values/demo.ts'
import { ask, signIn } from '../harness/client.ts'
import { startShop } from '../harness/shops.ts'
import type { Shop } from '../harness/shops.ts'
import { atMost, equals } from '../harness/trial.ts'
import type { Trial } from '../harness/trial.ts'
import { openLine } from '../live-line.ts'
import type { LiveLine } from '../live-line.ts'

const LINES = 60
const MAX_OPEN = 29

export const liveLines: Trial = {
  name: 'live-lines',
  title: 'sixty live lines of one admin',
  run: async (ground) => {
    const shop = await startShop(ground, { DEMO: '1' })
    const admin = await signIn(shop, demoAccounts.admin)
    const other = await secondAdmin(shop, admin.token)
    const lines: LiveLine[] = []
    let ended = 0
    const open = async (cookie: string) => {
      const line = await openLine(shop.url, { cookie })
      lines.push(line)
      return line
    }
    for (let count = 0; count < LINES; count++) void (await open(admin.cookie)).ended.then(() => (ended += 1))
    const [othersLine, lastLine] = [await open(other), await open(admin.cookie)]
    const stillOpen = LINES - ended
    for (const line of lines) line.hangUp()
    return [
      equals('status of a line of another admin', othersLine.status, 200),
      equals('status of one more line of the same admin', lastLine.status, 200),
      atMost(`lines of the same admin still open, of ${LINES}`, stillOpen, MAX_OPEN),
    ]
  },
}

/**
 * Makes the shopper of the demo shop an admin. `token` is the access token of the first admin. Returns the session
 * cookie of the new admin.
 */
async function secondAdmin(shop: Shop, token: string): Promise<string> {
  const { name, ...account } = demoAccounts.shopper
  const { email, cookie } = await signIn(shop, account)
  const recorded = await ask<{ insertedId: string }>(shop, 'POST /api/users', {
    body: { name, email },
    cookie,
  })
  const { status } = await ask(shop, `PUT /api/makeAdmin/${recorded.answer.insertedId}`, { token })
  if (status !== 200) throw new Error(`Making an admin got ${status}.`)
  return cookie
}
