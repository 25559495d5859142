import { join } from 'node:path'
import { demoAccounts } from '#contract/values/demo.ts'
import { ask, signIn } from '#test/attacks/client.ts'
import { proxyTo } from '#test/postgres/proxy.ts'
import { findPostgres, startPostgres } from '#test/postgres/server.ts'
import type { Figure } from '../figures.ts'
import { shopProgram, startProcess } from '../processes.ts'

const SESSIONS = 200

type Instance = { url: string; close: () => Promise<void> }

/**
 * Measures for how long an instance still accepts the access token of a session that has ended at another instance. The
 * time begins when the client has received the response to the sign-out. There is no other load.
 */
export async function measureEndedSessions(folder: string): Promise<Figure[]> {
  const programs = findPostgres()
  if (!programs) {
    console.log('PostgreSQL is not installed, so ended sessions are not measured.')
    return []
  }
  const server = await startPostgres(programs)
  const pooler = await proxyTo(server.url, { isPooler: true })
  try {
    return [
      {
        ...(await measureAt(server.url, join(folder, 'listen'))),
        name: 'ended session: notified',
        atMost: 50,
      },
      {
        ...(await measureAt(pooler.url, join(folder, 'pooler'))),
        name: 'ended session: pooler',
        atMost: 250,
      },
    ]
  } finally {
    pooler.close()
    await server.stop()
  }
}

async function measureAt(
  databaseUrl: string,
  folder: string,
): Promise<Pick<Figure, 'unit' | 'ours' | 'note'>> {
  const open = async (name: string): Promise<Instance> => {
    const place = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, name), PORT: '0', DEMO: '1' }
    const env = { ...place, SECRETS: 'a-secret-of-at-least-thirty-two-letters' }
    const { port, close } = await startProcess(shopProgram, { env })
    return { url: `http://localhost:${port}`, close }
  }
  const instances = [await open('one'), await open('other')] as const
  try {
    const delays: number[] = []
    for (let count = 0; count < SESSIONS; count++) delays.push(await delayOf(...instances))
    const p99 = delays.toSorted((a, b) => a - b)[Math.ceil(0.99 * SESSIONS) - 1] ?? Number.NaN
    return { unit: 'ms', ours: [p99], note: `p99 of ${SESSIONS} sessions` }
  } finally {
    await Promise.all(instances.map(({ close }) => close()))
  }
}

/** Returns the time in milliseconds from the end of a session at one instance to the last time that the other accepts it. */
async function delayOf(one: Instance, other: Instance): Promise<number> {
  const { email } = demoAccounts.shopper
  const { cookie, token } = await signIn(one, demoAccounts.shopper)
  const cart = () => ask(other, `GET /myCarts?email=${encodeURIComponent(email)}`, { token })
  if ((await cart()).status !== 200) throw new Error('The other instance refused a session.')
  await ask(one, 'POST /auth/sign-out', { cookie })
  const ended = performance.now()
  let accepted = ended
  while ((await cart()).status === 200) accepted = performance.now()
  return accepted - ended
}
