import type { FastifyInstance } from 'fastify'
import { shopManagementRoutes } from './catalogue/manage/routes.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { docsRoutes } from './docs/routes.ts'
import { createDomains } from './domains.ts'
import type { DomainParts, Domains } from './domains.ts'
import { createHttpServer } from './http-server.ts'
import { identityRoutes } from './identity/routes.ts'
import { userRoutes } from './identity/users/routes.ts'
import { MailComposer } from './mail/compose-mail.ts'
import { mailRoutes } from './mail/routes.ts'
import { mediaRoutes } from './media/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { createCart } from './cart/cart.ts'
import { cartRoutes } from './cart/routes.ts'
import { forgetUser } from './forget-user.ts'
import { serveOrders } from './order-routes.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import { readReceipt } from './orders/order-mails.ts'
import { listPaidProducts } from './orders/sales.ts'
import type { PageSource } from './pages/page-source.ts'
import { createPages } from './pages/pages.ts'
import { pageRoutes } from './pages/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { stockRoutes } from './stock/routes.ts'
import { sellingRoutes } from './selling/routes.ts'
import { Selling } from './selling/selling.ts'
import { healthRoutes } from './platform/http/health.ts'
import type { CallsSetup } from './platform/http/calls.ts'
import { Limits } from './platform/http/rate-limits.ts'
import { allowedOrigins } from './platform/http/origin.ts'
import type { LogStream } from './platform/log.ts'
import type { Readiness } from './platform/readiness.ts'

/** Everything that is needed to create a shop. Tests pass their own payment gateway, rate limits and log. */
export type Parts = DomainParts & {
  source: PageSource
  version: string
  limits?: Limits
  /** Receives the text of the log. By default, the log is written to standard output. */
  logStream?: LogStream
}

/**
 * A shop that does not listen on a port. Tests send requests with `app.inject`. An HTTP server passes its requests to
 * `app.routing`.
 */
export type Shop = Domains & { app: FastifyInstance; readiness: Readiness; mailComposer: MailComposer }

export async function createShop(parts: Parts): Promise<Shop> {
  const { config } = parts
  const app = createHttpServer(config, parts.logStream)
  const domains = createDomains({ log: app.log, ...parts })
  const origins = allowedOrigins(config.publicUrl, config.publicUrlIsDefault)
  const mailComposer = composerOf(parts)
  serveAll(
    { app, gate: domains.identity.gate, limits: parts.limits ?? new Limits(), origins },
    { ...domains, mailComposer },
    parts,
  )
  parts.database.onReplicaChange((reason) => logReplica(app.log, reason))
  const readiness = healthRoutes(app, parts.database)
  await app.ready()
  return { ...domains, app, readiness, mailComposer }
}

function logReplica(log: FastifyInstance['log'], reason: unknown): void {
  if (reason === null) log.info('the replica of the database is used again')
  else log.warn({ err: reason }, 'the replica of the database cannot be used, so the primary server is')
}

function composerOf({ config, database, source }: Parts): MailComposer {
  return new MailComposer({
    publicUrl: config.publicUrl,
    render: async (subject, props) => (await source.renderer()).renderMail(subject, props),
    readReceipt: (orderId) => readReceipt(database.read, orderId),
  })
}

function serveAll(
  setup: CallsSetup,
  domains: Domains & { mailComposer: MailComposer },
  { config, source, version }: Parts,
): void {
  const { app } = setup
  const { database, catalogue, payments, imageStore, live } = domains
  const { alone, demo } = config
  const selling = new Selling({ database, alone, demo })
  identityRoutes(setup, domains.identity)
  catalogueRoutes(setup, catalogue)
  shopManagementRoutes(setup, { database })
  stockRoutes(setup, { database, sendsMail: config.smtp !== null })
  cartRoutes(setup, createCart({ database, products: catalogue.products, alone }))
  paymentRoutes(setup, payments, () => selling.hasCheckout())
  sellingRoutes(setup, database)
  checkoutRoutes(setup, { database, products: catalogue.products, payments, selling })
  serveOrders(setup, { payments, sendsMail: config.smtp !== null })
  userRoutes(setup, database, forgetUser)
  dashboardRoutes(setup, { database, live })
  mailRoutes(setup, { database, composer: domains.mailComposer })
  auditRoutes(setup, { database, listPaidProducts })
  messageRoutes(setup, { database, isMailed: config.smtp !== null })
  mediaRoutes(setup, { database, store: imageStore })
  docsRoutes(app, version)
  const { mail, tokenSyncUrl } = config
  const policy = imageStore.origin ? { img: [imageStore.origin] } : {}
  pageRoutes(
    app,
    createPages({
      source,
      catalogue,
      events: database.events,
      settings: { demo, mail, tokenSyncUrl, sendsMail: config.smtp !== null },
      hasCheckout: () => selling.hasCheckout(),
      policy,
    }),
  )
}
