import { calls } from '#contract/api.ts'
import type { Call } from '#contract/call.ts'
import { ProblemBody, problems } from '#contract/errors.ts'
import { EXPORT_PATHS } from '#contract/values/exports.ts'
import { MAIL_PATH } from '#contract/values/mails.ts'
import { LIVE_PATH, LIVE_REPLACED, liveTopics, OWN_LIVE_PATH } from '#contract/values/live.ts'
import { UPLOAD_FIELD, UPLOAD_PATH } from '#contract/media.ts'
import { SEND_FORM_PATH } from '#contract/values/contact.ts'

type Json = Record<string, unknown>

/** Returns the description of the API as an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.0). */
export function openApiDocument({ name, version }: { name: string; version: string }): Json {
  const paths: Record<string, Json> = otherEndpoints()
  for (const [callName, call] of Object.entries<Call>(calls)) {
    const [method = '', path = ''] = callName.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(callName, call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: name,
      version,
      description:
        'The calls of the shop. Money is text such as 12.50 in the currency of the shop, or an integer in the smallest unit of the currency; ids are UUIDs. Packers get only a part of some answers.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'From GET /jwt; good for 15 minutes.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'crema.session_token',
          description: 'Set by signing in.',
        },
      },
      schemas: { Problem: ProblemBody },
    },
  }
}

function operation(name: string, call: Call): Json {
  return {
    operationId: operationIdOf(name),
    summary: call.summary,
    ...(call.access !== 'public' && { security: securityOf(call.access) }),
    parameters: [...parametersIn('path', call.params), ...parametersIn('query', call.query)],
    ...(call.body && { requestBody: { required: true, content: json(call.body) } }),
    responses: {
      200: { description: 'Done', content: json(call.answer) },
      default: { description: `A problem: ${Object.keys(problems).join(', ')}`, content: problem },
    },
  }
}

function operationIdOf(name: string): string {
  return name.replaceAll(/[^A-Za-z]+/g, '_').replace(/_$/, '')
}

/** An empty object means that a call can be made without signing in, as those about products in some shops can. */
function securityOf(access: Call['access']): Json[] {
  if (access === 'session') return [{ session: [] }]
  return access === 'product' ? [{ accessToken: [] }, {}] : [{ accessToken: [] }]
}

function parametersIn(place: 'path' | 'query', schema: Call['params']): Json[] {
  const { properties = {}, required = [] }: { properties?: Record<string, unknown>; required?: string[] } = {
    ...schema,
  }
  return Object.entries(properties).map(([name, type]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: type,
  }))
}

function json(schema: unknown): Json {
  return { 'application/json': { schema } }
}

/** A problem, as every call may return one. */
const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }

type Other = [method: 'get' | 'post', path: string, summary: string, security: Json[], type: string]

const [byToken, bySession, byAnyone] = [[{ accessToken: [] }], [{ session: [] }], []]
const LIVE = `Server-sent events. After ${LIVE_REPLACED}, do not reconnect`
const OF_MONTH = 'of a month (query `month=2026-11`); for admins'

/**
 * The endpoints that are not in the contract's tables of API calls, because they are not JSON calls: the contact form,
 * uploads, exports, pages that show a mail, and server-sent events.
 */
const others: Other[] = [
  ['post', SEND_FORM_PATH, 'The contact form, as @emailjs/browser sends it', byAnyone, 'text/plain'],
  [
    'post',
    UPLOAD_PATH,
    `Keep the picture in the field ${UPLOAD_FIELD}; for admins`,
    byToken,
    'application/json',
  ],
  [
    'get',
    LIVE_PATH,
    `${LIVE}. Named ${liveTopics.join(', ')}; for the staff`,
    bySession,
    'text/event-stream',
  ],
  ['get', OWN_LIVE_PATH, `${LIVE}. For signed-in users: orders`, bySession, 'text/event-stream'],
  ['get', EXPORT_PATHS.monthOrders, `The orders that were paid, as CSV, ${OF_MONTH}`, bySession, 'text/csv'],
  ['get', EXPORT_PATHS.monthLines, `What was sold, as CSV, ${OF_MONTH}`, bySession, 'text/csv'],
  [
    'get',
    EXPORT_PATHS.monthMoney,
    `Payments, refunds, fees and lost disputes, as CSV, ${OF_MONTH}`,
    bySession,
    'text/csv',
  ],
  ['get', EXPORT_PATHS.monthTax, `The tax by country and rate, as CSV, ${OF_MONTH}`, bySession, 'text/csv'],
  ['get', EXPORT_PATHS.monthDatev, `The bookings for DATEV (EXTF 700) ${OF_MONTH}`, bySession, 'text/csv'],
  [
    'get',
    EXPORT_PATHS.parcels,
    'The orders to send for a parcel service (query `service`), as CSV; for the staff, for packers without values and email addresses',
    bySession,
    'text/csv',
  ],
  ['get', MAIL_PATH, 'A mail of the outbox as a page of its own; for admins', bySession, 'text/html'],
]

function otherEndpoints(): Record<string, Json> {
  return Object.fromEntries(
    others.map(([method, path, summary, security, type]) => {
      const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
        return { name, in: 'path', required: true, schema: { type: 'string' } }
      })
      const responses = {
        200: { description: 'Done', content: { [type]: {} } },
        default: { description: 'A problem', content: problem },
      }
      const operationId = operationIdOf(`${method.toUpperCase()} ${path}`)
      return [path, { [method]: { operationId, summary, security, parameters, responses } }]
    }),
  )
}
