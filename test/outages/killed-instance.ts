import { setTimeout as sleep } from 'node:timers/promises'
import { auditPurchases } from '../harness/audit.ts'
import { letBuy, signUpBuyers, byStatus, compareCarts, isServed, startLoad } from '../harness/load.ts'
import type { Load, Sample } from '../harness/load.ts'
import { startInstances } from '../harness/shops.ts'
import type { Shop } from '../harness/shops.ts'
import { atMost, none } from '../harness/trial.ts'
import type { Figure, Trial } from '../harness/trial.ts'
import { startSmtpServer } from '../stand-ins/smtp-server.ts'
import { deliverTo, startStripe, stripeSettings } from '../stripe/stripe.ts'

const PER_SECOND = { short: 100, full: 200 }
/** The time in ms around a kill in which requests may fail because they were in flight. */
const IN_FLIGHT_MS = 300
/** The largest number of requests that may be in flight on one instance at this rate when it is killed. */
const MAX_IN_FLIGHT = 20
/** Longer than the second for which nginx leaves out an instance that was down: otherwise it knows no instance. */
const BETWEEN_KILLS_MS = 1500
/** The load goes on for this time after the last kill. */
const AFTER_KILLS_S = 3

/** Kills one instance after the other with SIGKILL and starts it again, while customers fill carts and pay. */
export const killedInstance: Trial = {
  name: 'killed-instance',
  title: `every instance killed in turn, under ${PER_SECOND.full} requests a second and purchases`,
  run: async (ground) => {
    const isShort = ground.size === 'short'
    const seconds = isShort ? 8 : 40
    const [stripe, mails] = await Promise.all([startStripe(), startSmtpServer()])
    ground.after(() => Promise.all([stripe.close(), mails.close()]))
    const mail = { SMTP_URL: mails.url, MAIL_FROM: 'shop@crema.example', MAIL_TO: 'owner@crema.example' }
    const shop = await startInstances(ground, {
      count: isShort ? 2 : 3,
      settings: { ...stripeSettings(stripe), ...mail },
    })
    deliverTo(stripe, shop.url)
    const buyers = await signUpBuyers(shop)
    const load = await startLoad(shop, { seconds, perSecond: PER_SECOND[ground.size] })
    const buying = letBuy(shop, { buyers, seconds: seconds - 1 })
    const kills = await killInTurn(shop.instances, { load, seconds: seconds - AFTER_KILLS_S })
    const samples = await load.samples
    const { completed, abandoned } = await buying
    return [
      ...failures(samples, kills),
      ...(await compareCarts(shop, samples)),
      { what: 'completed purchases', value: completed, held: completed > 0 },
      none('purchases given up', abandoned),
      ...(await auditPurchases({
        databaseUrl: shop.databaseUrl,
        customers: buyers.map(({ email }) => email),
        stripe,
        mails,
        waitsForMails: !isShort,
      })),
    ]
  },
}

/** Returns the times of the kills in ms since the start of the load. Each instance is killed at least once. */
async function killInTurn(
  instances: Shop[],
  { load, seconds }: { load: Load; seconds: number },
): Promise<number[]> {
  const kills: number[] = []
  for (;;) {
    for (const instance of instances) {
      await sleep(BETWEEN_KILLS_MS)
      kills.push(load.now())
      await instance.kill()
      await instance.start()
    }
    if (load.now() > seconds * 1000) return kills
  }
}

function failures(samples: Sample[], kills: number[]): Figure[] {
  const failed = samples.filter((sample) => !isServed(sample))
  const elsewhere = failed.filter(
    ({ at, ms }) => !kills.some((kill) => at < kill + IN_FLIGHT_MS && at + ms > kill - IN_FLIGHT_MS),
  )
  const what = `requests that failed, of ${samples.length} and ${kills.length} kills (${byStatus(samples)})`
  return [
    atMost(what, failed.length, MAX_IN_FLIGHT * kills.length),
    none('of them not in flight at a kill', elsewhere.length),
  ]
}
