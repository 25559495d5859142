import pg from 'pg'
import type { Config } from '#server/config.ts'
import { now } from '#server/platform/clock.ts'
import { fail, messageOf, ok, warn } from './check.ts'
import type { Check, Finding } from './check.ts'

/** A difference of some seconds is only seen in lists. After a minute, access tokens and signatures expire too early. */
const [MUCH_S, TOO_MUCH_S] = [3, 60]

/** Another clock: `read` returns its time in UTC milliseconds. */
type OtherClock = { name: string; read: () => Promise<number> }

export const checkClock: Check = {
  name: 'clock',
  run: async ({ config }) => {
    const clocks = otherClocks(config)
    if (clocks.length === 0) return [ok(`It is ${new Date(now()).toISOString()}. No other clock is known.`)]
    return Promise.all(clocks.map(compare))
  },
}

function otherClocks({ databaseUrl, images, payments: { stripe } }: Config): OtherClock[] {
  return [
    ...(databaseUrl ? [{ name: 'the database', read: () => readDatabase(databaseUrl) }] : []),
    ...(images.store === 's3'
      ? [{ name: 'the picture store', read: () => readDate(images.bucket.endpoint) }]
      : []),
    ...(stripe ? [{ name: 'Stripe', read: () => readDate(stripe.apiBase ?? 'https://api.stripe.com') }] : []),
  ]
}

async function compare({ name, read }: OtherClock): Promise<Finding> {
  try {
    const before = now()
    const time = await read()
    return differenceTo(name, (before + now()) / 2 - time)
  } catch (error) {
    return warn(`The time of ${name} cannot be read: ${messageOf(error)}.`)
  }
}

/** Says whether a difference to another clock, in milliseconds, is too large. */
export function differenceTo(name: string, ms: number): Finding {
  const seconds = Math.abs(ms / 1000)
  const text = `The clock of this machine is ${seconds.toFixed(1)} s ${ms > 0 ? 'ahead of' : 'behind'} ${name}`
  if (seconds > TOO_MUCH_S) return fail(`${text}: turn on time synchronisation (timedatectl set-ntp true).`)
  return seconds > MUCH_S ? warn(`${text}: check its time synchronisation.`) : ok(`${text}.`)
}

async function readDatabase(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000, query_timeout: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ ms: string }>(
      'SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms',
    )
    return Number(rows[0]?.ms)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Reads the header `Date` of any response, which is in whole seconds. */
async function readDate(url: string): Promise<number> {
  const { headers } = await fetch(url, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(5000),
  })
  const time = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(time)) throw new Error('its response has no date')
  return time + 500
}
