import type { Shop } from './app.ts'
import { erasePeople } from './erase-guests.ts'
import { eraseRemovedLines } from './cart/remove-line.ts'
import type { Config } from './config.ts'
import { indexEntries } from './dashboard/search/write-entries.ts'
import { eraseExpired } from './identity/erase-expired.ts'
import { deliverMail } from './mail/deliver-mail.ts'
import { smtpMailer } from './mail/mailer.ts'
import { catchUp } from './payments/catch-up/catch-up.ts'
import { eraseAttempts } from './payments/refuse-card-testing.ts'
import { reconcile } from './payments/reconcile.ts'
import { loadOnce } from './platform/load-once.ts'
import { deleteFullBuckets } from './platform/limits/shared-limits.ts'
import { Jobs } from './platform/jobs.ts'
import { startSubscriptionJobs } from './subscriptions/subscription-jobs.ts'
import { deleteStoredSecrets } from './platform/secrets/stored-secrets.ts'
import { ASLEEP_WARNING, checkPlace, placeOf } from './shop/sleep.ts'
import type { ShopDatabase } from './shop-database.ts'

const SECOND_MS = 1000

/**
 * Starts the background jobs. They ask the gateways about payments without an outcome and about what they have
 * charged, erase removed cart lines, expired sessions and what else has expired, and send mails. The
 * first question about payments is asked at once, because the last stop of the server may have left some without an
 * outcome. The deliveries of subscriptions are ordered and charged. The search of the dashboard is kept up to date. Every instance runs all jobs.
 */
export function startJobs(
  { app, payments, mailComposer, selling }: Shop,
  { database, config }: { database: ShopDatabase; config: Config },
): Jobs {
  const { isSingleInstance, secrets, smtp, keepOrdersYears } = config
  const jobs = new Jobs((error) => app.log.error({ err: error }, 'job failed'))
  jobs.once((signal) => reconcile(payments, 0, signal))
  jobs.every(10 * SECOND_MS, (signal) => reconcile(payments, 15 * SECOND_MS, signal))
  jobs.every(60 * SECOND_MS, (signal) => catchUp(payments, signal))
  // Nothing is charged or sent before it is known whether this is a copy.
  const place = loadOnce(async () => {
    if (await checkPlace(database, placeOf(config))) app.log.warn(ASLEEP_WARNING)
  })
  const whilePlaced = (work: (signal: AbortSignal) => Promise<unknown>) => async (signal: AbortSignal) => {
    await place()
    await work(signal)
  }
  const subscriptions = {
    database,
    payments,
    selling,
    sendsMail: smtp !== null,
    place: placeOf(config),
  }
  startSubscriptionJobs((everyMs, work) => jobs.every(everyMs, whilePlaced(work)), subscriptions)
  jobs.every(SECOND_MS, (signal) => indexEntries(database, signal))
  jobs.every(600 * SECOND_MS, () => eraseRemovedLines({ database }))
  jobs.every(3600 * SECOND_MS, () => eraseExpired(database))
  jobs.every(600 * SECOND_MS, () => eraseAttempts(database))
  jobs.every(3600 * SECOND_MS, () => erasePeople(database, keepOrdersYears))
  if (!isSingleInstance) {
    jobs.every(600 * SECOND_MS, () => deleteFullBuckets(database))
    // Not at once: instances of an earlier version use them until they are replaced.
    if (secrets)
      jobs.every(3600 * SECOND_MS, async () => {
        if (await deleteStoredSecrets(database)) app.log.info('the secrets in the database were deleted')
      })
  }
  if (smtp) {
    const delivery = { database, mailer: smtpMailer(smtp), composer: mailComposer, ownerAddress: smtp.to }
    jobs.every(
      SECOND_MS,
      whilePlaced((stopping) => deliverMail(delivery, stopping)),
    )
  }
  return jobs
}
