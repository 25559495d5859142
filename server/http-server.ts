import Fastify, { LogController } from 'fastify'
import type { FastifyInstance } from 'fastify'
import { Problem } from '#contract/errors.ts'
import type { Config } from './config.ts'
import { handleErrors, sendProblem } from './platform/http/errors.ts'
import { lateSchemas } from './platform/http/late-schemas.ts'
import { refuseUnderPressure } from './platform/http/pressure.ts'
import { requestIds } from './platform/http/request-id.ts'
import { addSecurityHeaders } from './platform/http/security-headers.ts'
import { batchedLog, logAnswers, logOptions } from './platform/log.ts'
import type { LogStream, RecordAnswer } from './platform/log.ts'
import { traceRequests } from './platform/tracing/trace-requests.ts'

const BODY_LIMIT = 512 * 1024

/** What is done with the lines of the log, and with the figures of each response. */
type Outlets = { logStream?: LogStream | undefined; record?: RecordAnswer | undefined }

/**
 * Creates the Fastify instance with everything that applies to all routes: limits, security headers, the log and
 * error handling.
 */
export function createHttpServer(config: Config, { logStream, record }: Outlets = {}): FastifyInstance {
  const app: FastifyInstance = Fastify({
    logger: { ...logOptions, stream: logStream ?? batchedLog() },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(config),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: config.trustProxy ? onlyTheProxy : false,
    routerOptions: { maxParamLength: 300 },
    // A request with a malformed URL matches no route. No hook runs for such a request, so the security headers are
    // set here.
    frameworkErrors: (_error, { id }, reply) =>
      void sendProblem(
        reply.headers({ ...app.securityHeaders, 'x-request-id': id }),
        new Problem('unreadable'),
      ),
    schemaController: { compilersFactory: lateSchemas },
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false } },
  })
  app.decorateRequest('caller', null).decorateRequest('person', null).decorateRequest('holder', null)
  addSecurityHeaders(app, { https: config.publicUrl.startsWith('https:') })
  if (config.postgres.traces) traceRequests(app)
  logAnswers(app, record)
  handleErrors(app)
  refuseUnderPressure(app)
  return app
}

/**
 * Returns true only for the proxy that is connected directly to the shop (hop 0). No address in the header
 * `X-Forwarded-For` is trusted as a further proxy, because a client may have written it.
 */
function onlyTheProxy(_address: string, hop: number): boolean {
  return hop === 0
}
