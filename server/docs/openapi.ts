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
  const paths: Record<string, Json> = { ...otherEndpoints }
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
        'The calls of the shop. Money is text such as 12.50 in the currency of the shop, or an integer in the smallest unit of the currency; ids are UUIDs.',
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
    operationId: name.replaceAll(/[^A-Za-z]+/g, '_').replace(/_$/, ''),
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

const bySession = { security: [{ session: [] }] }

const TEXT = { schema: { type: 'string' } }

function form(required: string[], properties: Json): Json {
  const schema = { type: 'object', required, properties }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

/** Returns the responses of an endpoint: its content by media type, and a problem. */
function responses(description: string, content: Json): Json {
  return { 200: { description, content }, default: { description: 'A problem', content: problem } }
}

const contactFields = ['name', 'email', 'message', 'user_id', 'service_id', 'template_id', 'lib_version']

const contactForm: Json = {
  operationId: 'POST_send_form',
  summary: 'The contact form, as @emailjs/browser sends it',
  requestBody: form(
    ['name', 'email', 'user_id'],
    Object.fromEntries(contactFields.map((field) => [field, { type: 'string' }])),
  ),
  responses: {
    200: { description: 'OK', content: { 'text/plain': { schema: { const: 'OK' } } } },
    default: { description: 'Why not, in words', content: { 'text/plain': TEXT } },
  },
}

const upload: Json = {
  operationId: 'POST_images',
  summary: 'Keep a picture; for admins',
  security: [{ accessToken: [] }],
  requestBody: form([UPLOAD_FIELD], { [UPLOAD_FIELD]: { type: 'string', format: 'binary' } }),
  responses: responses('Kept: data.url is its address', {
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          status: { const: 200 },
          data: { type: 'object', properties: { url: { type: 'string' } } },
        },
      },
    },
  }),
}

function live(operationId: string, what: string): Json {
  return {
    operationId,
    summary: `Server-sent events named ${what}. After ${LIVE_REPLACED}, do not reconnect`,
    ...bySession,
    responses: responses('Events, until either side ends it', { 'text/event-stream': TEXT }),
  }
}

function sheet(what: string): Json {
  return {
    operationId: `GET_export_${what}`,
    summary: `All ${what} that the filters of their table let through, as CSV; for admins`,
    ...bySession,
    responses: responses('RFC 4180, UTF-8', { 'text/csv': TEXT }),
  }
}

const mail: Json = {
  operationId: 'GET_outbox_mail',
  summary: 'A mail of the outbox as a page of its own; for admins',
  ...bySession,
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
  responses: responses('HTML, or the text of a mail without HTML', { 'text/html': TEXT, 'text/plain': TEXT }),
}

/**
 * The endpoints that are not in the contract's tables of API calls, because they are not JSON calls: the contact form,
 * uploads, exports, pages that show a mail, and server-sent events.
 */
const otherEndpoints: Record<string, Json> = {
  [SEND_FORM_PATH]: { post: contactForm },
  [UPLOAD_PATH]: { post: upload },
  [LIVE_PATH]: { get: live('GET_live', `${liveTopics.join(', ')}; for admins`) },
  [OWN_LIVE_PATH]: { get: live('GET_own_live', 'orders when an own order has changed; for signed-in users') },
  [EXPORT_PATHS.products]: { get: sheet('products') },
  [EXPORT_PATHS.orders]: { get: sheet('orders') },
  [MAIL_PATH]: { get: mail },
}
