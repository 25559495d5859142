import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import validatorFactory from '@fastify/ajv-compiler'
import underPressure from '@fastify/under-pressure'
import Fastify, { LogController } from 'fastify'
import type { FastifyInstance, FastifySchemaCompiler, FastifyServerOptions } from 'fastify'
import { Problem } from '#contract/errors.ts'
import type { Config } from './config.ts'
import { handleErrors, Overloaded, sendProblem } from './platform/http/errors.ts'
import { addSecurityHeaders } from './platform/http/security-headers.ts'
import { batchedLog, logAnswers, logOptions } from './platform/log.ts'
import type { LogStream } from './platform/log.ts'

const BODY_LIMIT = 512 * 1024

/**
 * Creates the Fastify instance with everything that applies to all routes: limits, security headers, the log and
 * error handling. The log is written to standard output, or to `logStream`.
 */
export function createHttpServer(config: Config, logStream?: LogStream): FastifyInstance {
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
  app.decorateRequest('caller', null).decorateRequest('person', null)
  addSecurityHeaders(app, { https: config.publicUrl.startsWith('https:') })
  logAnswers(app)
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

type Factories = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
type Pool = ReturnType<typeof validatorFactory>
type Compile = FastifySchemaCompiler<object>
type Validate = ReturnType<Compile>

/**
 * Fastify's own validation, except that a schema is compiled only when it is first used. Compiling all schemas at the
 * start would take as long as everything else that is done there. Responses are serialised without schemas, by
 * `JSON.stringify`. TypeScript and the tests check the shape of the responses.
 */
const lateSchemas: Factories = {
  buildValidator: (schemas: Parameters<Pool>[0], options: Parameters<Pool>[1]) => {
    // cast: @fastify/ajv-compiler and Fastify declare the type of this function separately, and TypeScript cannot
    // assign one type to the other
    const compile = validatorFactory()(schemas, options) as unknown as Compile
    return late(compile) as unknown as ReturnType<Pool> // cast: as above
  },
  buildSerializer: () => () => JSON.stringify,
}

/** The compiled form of each schema, so that a schema of several routes is compiled once in a process. */
const compiled = new WeakMap<object, Validate>()

function late(compile: Compile): Compile {
  return (route) => {
    const validate: Validate = (data) => {
      const check = compiled.get(route.schema) ?? compile(route)
      compiled.set(route.schema, check)
      const outcome = check(data)
      validate.errors = check.errors ?? null
      return outcome
    }
    return validate
  }
}

/** Requests are refused while the event loop is delayed by more milliseconds than this. */
const MAX_DELAY_MS = 2000
/**
 * The interval in milliseconds at which the delay of the event loop is measured. Each measurement is the mean delay
 * of one interval.
 */
const READING_MS = 1000

/**
 * Refuses requests while the event loop is overloaded. The first overload is ignored for two measuring intervals,
 * because the start of the shop may have caused it.
 */
function refuseUnderPressure(app: FastifyInstance): void {
  let overloadedSince: number | null = null
  app.register(underPressure, {
    maxEventLoopDelay: MAX_DELAY_MS,
    sampleInterval: READING_MS,
    pressureHandler: ({ url }) => {
      // A supervisor that got 503 from `/healthz` would restart the shop, although the shop is only busy.
      if (url === '/healthz') return
      overloadedSince ??= performance.now()
      if (performance.now() - overloadedSince > 2 * READING_MS)
        throw new Overloaded('The event loop is late.')
    },
  })
}

/** The ids that are taken from a proxy. They contain nothing that has a meaning in HTML or a log. */
const WELL_FORMED = /^[A-Za-z0-9-]{1,64}$/

/**
 * Returns a function that gives each request its id, which is in its log lines and its response. Behind a proxy, the
 * proxy's header `X-Request-Id` is the id. Otherwise any client could choose it, so a new id is made.
 */
function requestIds({ trustProxy }: { trustProxy: boolean }): (request: IncomingMessage) => string {
  if (!trustProxy) return () => randomUUID()
  return ({ headers }) => {
    const given = headers['x-request-id']
    return typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID()
  }
}
