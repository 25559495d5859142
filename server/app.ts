import { join } from 'node:path'
import underPressure from '@fastify/under-pressure'
import Fastify, { LogController } from 'fastify'
import type { FastifyInstance } from 'fastify'
import { createCatalogue } from './catalogue/catalogue.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import type { Config } from './config.ts'
import { docsRoutes } from './docs/routes.ts'
import { createIdentity } from './identity/identity.ts'
import type { Identity } from './identity/identity.ts'
import { identityRoutes } from './identity/routes.ts'
import { mediaRoutes } from './media/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { instantGateway } from './payments/gateway.ts'
import type { Gateway } from './payments/gateway.ts'
import { createPayments } from './payments/payments.ts'
import type { Payments } from './payments/payments.ts'
import { paymentRoutes } from './payments/routes.ts'
import type { PageSource } from './pages/page-source.ts'
import { createPages } from './pages/pages.ts'
import { pageRoutes } from './pages/routes.ts'
import { newId } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import type { CallsSetup } from './platform/http/calls.ts'
import { handleErrors } from './platform/http/errors.ts'
import { Limits } from './platform/http/limits.ts'
import { allowedOrigins } from './platform/http/origin.ts'
import { addSecurityHeaders } from './platform/http/security-headers.ts'
import { logAnswers, logOptions } from './platform/log.ts'
import type { LogStream } from './platform/log.ts'
import type { Secrets } from './platform/secrets.ts'
import type { Tables } from './tables.ts'

/** What the shop is made of; tests give their own gateway and limits. */
export type Parts = {
  config: Config
  database: Database<Tables>
  secrets: Secrets
  source: PageSource
  version: string
  gateway?: Gateway
  limits?: Limits
  paymentPatienceMs?: number
  /** Where the log's lines go instead of standard output. */
  logStream?: LogStream
}

/** The shop without a port: `app.inject` asks it, `app.routing` serves it. */
export type Shop = { app: FastifyInstance; identity: Identity; payments: Payments }

export async function createShop(parts: Parts): Promise<Shop> {
  const { config, database } = parts
  const app = createServer(parts)
  const catalogue = createCatalogue(database)
  const identity = await createIdentity({ database, publicUrl: config.publicUrl, secrets: parts.secrets })
  const { products } = catalogue
  const patience = parts.paymentPatienceMs === undefined ? {} : { patienceMs: parts.paymentPatienceMs }
  const payments = createPayments({ database, products, gateway: parts.gateway ?? instantGateway, ...patience })
  const origins = allowedOrigins(config.publicUrl, config.publicUrlIsDefault)
  const setup: CallsSetup = { app, gate: identity.gate, limits: parts.limits ?? new Limits(), origins }

  identityRoutes(setup, identity)
  catalogueRoutes(setup, catalogue)
  orderRoutes(setup, { database, products })
  paymentRoutes(setup, payments)
  messageRoutes(setup, { database, mailed: config.smtp !== null })
  mediaRoutes(app, join(config.dataDir, 'images'))
  docsRoutes(app, parts.version)
  const { demo, mail, tokenSyncUrl } = config
  pageRoutes(app, createPages({ source: parts.source, catalogue, changes: database.changes, settings: { demo, mail, tokenSyncUrl } }))
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  await app.ready()
  return { app, identity, payments }
}

const BODY_LIMIT = 512 * 1024

/** Believes the nearest proxy about who came to it, and nobody further away. */
function onlyTheProxy(_address: string, hop: number): boolean {
  return hop === 0
}

function createServer({ config, logStream }: Parts): FastifyInstance {
  const app = Fastify({
    logger: logStream ? { ...logOptions, stream: logStream } : logOptions,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: config.trustProxy ? onlyTheProxy : false,
    routerOptions: { maxParamLength: 300 },
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false } },
  })
  app.decorateRequest('caller', null).decorateRequest('person', null)
  addSecurityHeaders(app, { https: config.publicUrl.startsWith('https:') })
  logAnswers(app)
  handleErrors(app)
  app.register(underPressure, { maxEventLoopDelay: 2000, retryAfter: 2 })
  return app
}
