import type { Shop } from './app.ts'
import type { Config } from './config.ts'
import { eraseExpiredSessions } from './identity/erase-sessions.ts'
import { deleteOrphans } from './media/keep-picture.ts'
import { deliverMail, smtpSender } from './messages/deliver-mail.ts'
import { eraseRemovedLines } from './cart/remove-line.ts'
import { reconcile } from './payments/reconcile.ts'
import { Jobs } from './platform/jobs.ts'
import type { ShopDatabase } from './shop-database.ts'

const SECOND_MS = 1000

/** Starts what the shop does by itself: unclear payments, thrown-away items, unused pictures, ended sessions, mail. */
export function startJobs(
  { app, payments, imageStore }: Shop,
  { database, config }: { database: ShopDatabase; config: Config },
): Jobs {
  const jobs = new Jobs((error) => app.log.error({ err: error }, 'job failed'))
  jobs.once((signal) => reconcile(payments, 0, { signal, log: app.log }))
  jobs.every(10 * SECOND_MS, (signal) => reconcile(payments, 15 * SECOND_MS, { signal, log: app.log }))
  jobs.every(600 * SECOND_MS, () => eraseRemovedLines({ database }))
  jobs.every(3600 * SECOND_MS, () => deleteOrphans({ database, store: imageStore }))
  jobs.every(3600 * SECOND_MS, () => eraseExpiredSessions(database))
  if (config.smtp) {
    const send = smtpSender(config.smtp)
    jobs.every(5 * SECOND_MS, (stopping) => deliverMail(database, send, stopping))
  }
  return jobs
}
