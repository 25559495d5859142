import type { FastifyInstance } from 'fastify'
import { createDomains } from './domains.ts'
import type { DomainParts, Domains } from './domains.ts'
import { keyOfGuest } from './identity/guests/guest-access.ts'
import { createHttpServer } from './http-server.ts'
import { MailComposer, mailShop } from './mail/compose-mail.ts'
import { readReceipt } from './orders/order-mails.ts'
import type { PageSource } from './pages/built-pages.ts'
import { Selling } from './selling/selling.ts'
import { healthRoutes } from './platform/http/health.ts'
import type { Readiness } from './platform/http/health.ts'
import { limitsInDatabase } from './platform/limits/shared-limits.ts'
import { Limits } from './platform/http/rate-limits.ts'
import { allowedOrigins } from './platform/http/origin.ts'
import type { LogStream } from './platform/log.ts'
import { serveAll } from './routes.ts'

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
export type Shop = Domains & {
  app: FastifyInstance
  readiness: Readiness
  mailComposer: MailComposer
}

export async function createShop(parts: Parts): Promise<Shop> {
  const { config } = parts
  const { database } = parts
  const app = createHttpServer(config, parts.logStream)
  const { isSingleInstance } = config
  const selling = new Selling({ database, isSingleInstance })
  await selling.settings()
  const domains = createDomains({ log: app.log, ...parts }, selling)
  const isOpen = async () => (await domains.profiles.current()).opening.isOpen
  const { showsProducts } = domains.profiles
  const origins = allowedOrigins(config.publicUrl, config.publicUrlIsDefault)
  const mailComposer = composerOf(parts, domains)
  const limits = parts.limits ?? new Limits()
  const shared = isSingleInstance ? limits : limitsInDatabase(database)
  serveAll(
    { app, gate: domains.identity.gate, limits, shared, origins, isOpen, showsProducts },
    { ...domains, mailComposer },
    parts,
  )
  const readiness = healthRoutes(app, database)
  await app.ready()
  return { ...domains, app, readiness, mailComposer }
}

function composerOf(
  { config: { publicUrl }, database, secrets, source }: Parts,
  { profiles, selling }: Domains,
): MailComposer {
  return new MailComposer({
    publicUrl,
    render: async (subject, props) => {
      const [renderer, { profile }, settings] = await Promise.all([
        source.renderer(),
        profiles.current(),
        selling.settings(),
      ])
      return renderer.renderMail(subject, props, mailShop(publicUrl, profile, settings))
    },
    shopName: profiles.shopName,
    readReceipt: (orderId) => readReceipt(database.read, orderId),
    keyOfGuest: (mail) => keyOfGuest(database.read, mail, secrets.device),
  })
}
