import type { Shop } from './app.ts'
import { eraseThrownAway } from './cart/remove-item.ts'
import type { Config } from './config.ts'
import { eraseExpiredSessions } from './identity/erase-sessions.ts'
import { deliverMail } from './mail/deliver-mail.ts'
import { smtpMailer } from './mail/smtp-mailer.ts'
import { deleteOrphans } from './media/store-picture.ts'
import { reconcile } from './payments/reconcile.ts'
import { Jobs } from './platform/jobs.ts'
import type { ShopDatabase } from './shop-database.ts'

const SECOND_MS = 1000

/**
 * Starts the background jobs: settling unclear payments, erasing removed cart lines, unused pictures and expired sessions,
 * and sending mail. Unclear payments that the last run of the shop left behind are settled at once.
 */
export function startJobs(
  { app, payments, imageStore }: Shop,
  { database, config: { smtp } }: { database: ShopDatabase; config: Config },
): Jobs {
  const jobs = new Jobs((error) => app.log.error({ err: error }, 'job failed'))
  reconcile(payments, 0).catch((error: unknown) => app.log.error({ err: error }, 'job failed'))
  jobs.every(10 * SECOND_MS, () => reconcile(payments, 15 * SECOND_MS))
  jobs.every(600 * SECOND_MS, () => eraseThrownAway({ database }))
  jobs.every(3600 * SECOND_MS, () => deleteOrphans({ database, store: imageStore }))
  jobs.every(3600 * SECOND_MS, () => eraseExpiredSessions(database))
  if (smtp) {
    const delivery = { database, mailer: smtpMailer(smtp), ownerAddress: smtp.to }
    jobs.every(5 * SECOND_MS, (stopping) => deliverMail(delivery, stopping))
  }
  return jobs
}
