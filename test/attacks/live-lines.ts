import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { demoAccounts } from '#contract/values/demo.ts'
import { LIVE_PATH } from '#contract/values/live.ts'
import { ask, signIn } from '../harness/client.ts'
import { startShop } from '../harness/shops.ts'
import type { Shop } from '../harness/shops.ts'
import { atMost, equals } from '../harness/trial.ts'
import type { Trial } from '../harness/trial.ts'

const LINES = 60
const MAX_OPEN = 29

export const liveLines: Trial = {
  name: 'live-lines',
  title: 'sixty live lines of one admin',
  run: async (ground) => {
    const shop = await startShop(ground, { DEMO: '1' })
    const admin = await signIn(shop, demoAccounts.admin)
    const other = await secondAdmin(shop, admin.token)
    const lines: IncomingMessage[] = []
    const open = async (cookie: string) => {
      const line = await openLine(shop, cookie)
      lines.push(line)
      return line.statusCode ?? 0
    }
    for (let count = 0; count < LINES; count++) await open(admin.cookie)
    const [othersStatus, lastStatus] = [await open(other), await open(admin.cookie)]
    const stillOpen = lines.slice(0, LINES).filter(({ readableEnded }) => !readableEnded).length
    for (const line of lines) line.destroy()
    return [
      equals('status of a line of another admin', othersStatus, 200),
      equals('status of one more line of the same admin', lastStatus, 200),
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

function openLine(shop: Shop, cookie: string): Promise<IncomingMessage> {
  const headers = { cookie, accept: 'text/event-stream' }
  return new Promise((resolve, reject) => {
    get(`${shop.url}/api${LIVE_PATH}`, { agent: false, headers }, (line) => resolve(line.resume())).on(
      'error',
      reject,
    )
  })
}
