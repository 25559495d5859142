import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { demoAccounts } from '#contract/values/demo.ts'
import { LIVE_PATH } from '#contract/values/live.ts'
import type { Attack, AttackedShop } from './attack.ts'
import { ask, signIn } from './client.ts'

const LINES = 200

export const liveLines: Attack = {
  name: 'live-lines',
  title: 'two hundred live lines of one admin',
  run: async ({ start }) => {
    const shop = await start({ DEMO: '1' })
    const admin = await signIn(shop, demoAccounts.admin)
    const [eager, other] = [admin.cookie, await secondAdmin(shop, admin.token)]
    const lines: IncomingMessage[] = []
    const open = async (cookie: string) => {
      const line = await openLine(shop, cookie)
      lines.push(line)
      return line.statusCode ?? 0
    }
    for (let count = 0; count < LINES; count++) await open(eager)
    const statuses = [await open(other), await open(eager)]
    const stillOpen = lines.slice(0, LINES).filter(({ readableEnded }) => !readableEnded).length
    for (const line of lines) line.destroy()
    return [
      {
        what: 'status of a line of another admin',
        value: statuses[0] ?? 0,
        unit: '',
        held: statuses[0] === 200,
      },
      {
        what: 'status of one more line of the same admin',
        value: statuses[1] ?? 0,
        unit: '',
        held: statuses[1] === 200,
      },
      {
        what: `lines of the same admin still open, of ${LINES}`,
        value: stillOpen,
        unit: '',
        held: stillOpen < 30,
      },
    ]
  },
}

/**
 * Makes the shopper of the demo shop an admin. `token` is the access token of the first admin. Returns the session
 * cookie of the new admin.
 */
async function secondAdmin(shop: AttackedShop, token: string): Promise<string> {
  const { shopper } = demoAccounts
  const { cookie } = await signIn(shop, shopper)
  const { json: recorded } = await ask(shop, 'POST /users', {
    body: { name: shopper.name, email: shopper.email },
    cookie,
  })
  // cast: the API contract gives the response this type.
  const { insertedId } = recorded as { insertedId: string }
  const { status } = await ask(shop, `PUT /makeAdmin/${insertedId}`, { token })
  if (status !== 200) throw new Error(`Making an admin answered ${status}.`)
  return cookie
}

function openLine(shop: AttackedShop, cookie: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  get(
    `${shop.url}/api${LIVE_PATH}`,
    { agent: false, headers: { cookie, accept: 'text/event-stream' } },
    (line) => resolve(line.resume()),
  ).on('error', reject)
  return promise
}
