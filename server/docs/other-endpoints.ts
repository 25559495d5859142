import { EXPORT_PATHS } from '#contract/values/exports.ts'
import { MAIL_PATH } from '#contract/values/mails.ts'
import { LIVE_PATH, LIVE_REPLACED, liveTopics, OWN_LIVE_PATH } from '#contract/values/live.ts'
import { UPLOAD_FIELD, UPLOAD_PATH } from '#contract/media.ts'
import { SEND_FORM_PATH } from '#contract/values/contact.ts'

type Json = Record<string, unknown>

const bySession = [{ session: [] }]
const problem = {
  description: 'A problem',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

const contactForm: Json = {
  operationId: 'POST_send_form',
  summary: 'The contact form, as @emailjs/browser sends it',
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: ['name', 'email', 'user_id'],
          properties: Object.fromEntries(
            ['name', 'email', 'message', 'user_id', 'service_id', 'template_id', 'lib_version'].map(
              (field) => [field, { type: 'string' }],
            ),
          ),
        },
      },
    },
  },
  responses: {
    200: { description: 'OK', content: { 'text/plain': { schema: { const: 'OK' } } } },
    default: { description: 'Why not, in words', content: { 'text/plain': { schema: { type: 'string' } } } },
  },
}

const upload: Json = {
  operationId: 'POST_images',
  summary: 'Keep a picture; for admins',
  security: [{ accessToken: [] }],
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: [UPLOAD_FIELD],
          properties: { [UPLOAD_FIELD]: { type: 'string', format: 'binary' } },
        },
      },
    },
  },
  responses: {
    200: {
      description: 'Kept: data.url is its address',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              status: { const: 200 },
              data: { type: 'object', properties: { url: { type: 'string' } } },
            },
          },
        },
      },
    },
    default: problem,
  },
}

function live(operationId: string, what: string): Json {
  return {
    operationId,
    summary: `Server-sent events named ${what}. After ${LIVE_REPLACED}, do not reconnect`,
    security: bySession,
    responses: {
      200: {
        description: 'Events, until either side ends it',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
      default: problem,
    },
  }
}

function sheet(what: string): Json {
  return {
    operationId: `GET_export_${what}`,
    summary: `All ${what} that the filters of their table let through, as CSV; for admins`,
    security: bySession,
    responses: {
      200: { description: 'RFC 4180, UTF-8', content: { 'text/csv': { schema: { type: 'string' } } } },
      default: problem,
    },
  }
}

const mail: Json = {
  operationId: 'GET_outbox_mail',
  summary: 'A mail of the outbox as a page of its own; for admins',
  security: bySession,
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
  responses: {
    200: {
      description: 'HTML, or the text of a mail without HTML',
      content: {
        'text/html': { schema: { type: 'string' } },
        'text/plain': { schema: { type: 'string' } },
      },
    },
    default: problem,
  },
}

/**
 * The endpoints that are not in the contract's tables of API calls, because they are not JSON calls: the contact form,
 * uploads, exports, pages that show a mail, and server-sent events.
 */
export const otherEndpoints: Record<string, Json> = {
  [SEND_FORM_PATH]: { post: contactForm },
  [UPLOAD_PATH]: { post: upload },
  [LIVE_PATH]: { get: live('GET_live', `${liveTopics.join(', ')}; for admins`) },
  [OWN_LIVE_PATH]: { get: live('GET_own_live', 'orders when an own order has changed; for signed-in users') },
  [EXPORT_PATHS.products]: { get: sheet('products') },
  [EXPORT_PATHS.orders]: { get: sheet('orders') },
  [MAIL_PATH]: { get: mail },
}
