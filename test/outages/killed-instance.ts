import { setTimeout as sleep } from 'node:timers/promises'
import { startSmtpServer } from '../stand-ins/smtp-server.ts'
import { deliverTo, startStripe, stripeSettings } from '../stripe/stripe.ts'
import { auditPurchases } from './audit.ts'
import { letBuy, signUpBuyers } from './buyers.ts'
import { openGround } from './ground.ts'
import type { Instance } from './ground.ts'
import { byStatus, isServed } from './outage.ts'
import type { Figure, Outage } from './outage.ts'
import { compareCarts, runLoad, signUpShoppers } from './shoppers.ts'
import type { Sample } from './shoppers.ts'

const PER_SECOND = { short: 100, full: 200 }
/** The time in ms around a kill in which requests may fail because they were in flight. */
const IN_FLIGHT_MS = 300
/** The largest number of requests that may be in flight on one instance at this rate when it is killed. */
const MOST_IN_FLIGHT = 20
/** Longer than the second for which nginx leaves out an instance that was down: otherwise it knows no instance. */
const BETWEEN_KILLS_MS = 1500
/** The load goes on for this time after the last kill. */
const AFTER_KILLS_S = 3

/** Kills one instance after the other with SIGKILL and starts it again, while customers fill carts and pay. */
export const killedInstance: Outage = {
  name: 'killed-instance',
  title: `every instance killed in turn, under ${PER_SECOND.full} requests a second and purchases`,
  run: async (size) => {
    const load = { seconds: size === 'short' ? 8 : 40, perSecond: PER_SECOND[size] }
    const [stripe, mails] = await Promise.all([startStripe(), startSmtpServer()])
    const mail = { SMTP_URL: mails.url, MAIL_FROM: 'shop@crema.example', MAIL_TO: 'owner@crema.example' }
    const ground = await openGround({
      instances: size === 'short' ? 2 : 3,
      settings: { ...stripeSettings(stripe), ...mail },
    })
    const { url, instances, databaseUrl } = ground
    try {
      deliverTo(stripe, url)
      const shoppers = await signUpShoppers(url, load)
      const buyers = await signUpBuyers(url)
      const begin = performance.now()
      const running = runLoad(url, { ...load, shoppers })
      const buying = letBuy(url, { buyers, seconds: load.seconds - 1 })
      const kills = await killInTurn(instances, { begin, seconds: load.seconds - AFTER_KILLS_S })
      const samples = await running
      const { completed, abandoned } = await buying
      return [
        ...failures(samples, kills),
        ...(await compareCarts(url, shoppers, samples)),
        { what: 'completed purchases', value: completed, unit: '', held: completed > 0 },
        { what: 'purchases given up', value: abandoned, unit: '', held: abandoned === 0 },
        ...(await auditPurchases({
          databaseUrl,
          customers: buyers.map(({ email }) => email),
          stripe,
          mails,
          waitsForMails: size === 'full',
        })),
      ]
    } finally {
      await ground.dispose()
      await stripe.close()
      await mails.close()
    }
  },
}

/** Returns the times of the kills in ms since `begin`. Each instance is killed at least once. */
async function killInTurn(
  instances: Instance[],
  { begin, seconds }: { begin: number; seconds: number },
): Promise<number[]> {
  const kills: number[] = []
  for (;;) {
    for (const instance of instances) {
      await sleep(BETWEEN_KILLS_MS)
      kills.push(performance.now() - begin)
      await instance.kill()
      await instance.start()
    }
    if (performance.now() - begin > seconds * 1000) return kills
  }
}

function failures(samples: Sample[], kills: number[]): Figure[] {
  const failed = samples.filter((sample) => !isServed(sample))
  const elsewhere = failed.filter(
    ({ at, ms }) => !kills.some((kill) => at < kill + IN_FLIGHT_MS && at + ms > kill - IN_FLIGHT_MS),
  )
  return [
    {
      what: `requests that failed, of ${samples.length} and ${kills.length} kills (${byStatus(samples)})`,
      value: failed.length,
      unit: '',
      held: failed.length <= MOST_IN_FLIGHT * kills.length,
    },
    {
      what: 'of them not in flight at a kill',
      value: elsewhere.length,
      unit: '',
      held: elsewhere.length === 0,
    },
  ]
}
