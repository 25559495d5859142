import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { messageCalls } from '#contract/messages.ts'
import { OWN_MAIL_IDS, SEND_FORM_PATH } from '#contract/values/contact.ts'
import { addressKey } from '#server/platform/http/address.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { comesFromTheShop } from '#server/platform/http/origin.ts'
import { readForm } from '#server/platform/http/read-form.ts'
import { servePage } from '#server/platform/tables/serve-page.ts'
import { answerMessage, markAnswered } from './answer-message.ts'
import { inbox, presentMessage } from './inbox.ts'
import { receiveMessage, refusalOf } from './receive-message.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

/**
 * The maximum size of the contact form's request body in bytes. A request without a Content-Length header is refused as
 * well, because its size is not known in advance. Browsers always send that header.
 */
const BODY_LIMIT = 64 * 1024

type Messages = { database: ShopDatabase; sendsMail: boolean; shopName: () => Promise<string> }

export function messageRoutes(setup: CallsSetup, messages: Messages): void {
  serveCalls(setup, messageCalls, {
    'GET /messages': async (request) =>
      (await servePage(messages.database, inbox, request)).map(presentMessage),
    'PUT /messages/{id}': ({ params, body }) => markAnswered(messages.database, { ...params, ...body }),
    'POST /messages/{id}/replies': ({ caller, params, body }) =>
      answerMessage(messages, caller, { ...params, ...body }),
  })
  contactRoute(setup, messages)
}

/**
 * Adds the endpoint to which the library `@emailjs/browser` posts the contact form. The request is a multipart form.
 * The response is plain text: `OK`, or the reason why the message was refused.
 */
function contactRoute({ app, limits, origins }: CallsSetup, { database, sendsMail }: Messages): void {
  app.register(async (scope) => {
    await scope.register(multipart, { limits: { fields: 12, fieldSize: BODY_LIMIT, files: 0, parts: 12 } })
    scope.post(`/api${SEND_FORM_PATH}`, async (request, reply) => {
      if (!comesFromTheShop(request, origins)) return sendText(reply, 403, 'This came from another site.')
      if (!limits.take('message', addressKey(request.ip)))
        return sendText(reply.header('retry-after', '30'), 429, 'Too many messages. Please wait a moment.')
      if (!(Number(request.headers['content-length']) <= BODY_LIMIT))
        return sendText(reply, 413, 'This is too large.')
      const fields = await readForm(readFields(request))
      if (fields.get('user_id') !== OWN_MAIL_IDS.publicKey)
        return sendText(reply, 400, 'The Public Key is invalid')
      const received = {
        name: fields.get('name') ?? '',
        email: fields.get('email') ?? '',
        message: fields.get('message') ?? '',
      }
      const refusal = refusalOf(received)
      if (refusal) return sendText(reply, 422, refusal)
      await receiveMessage(database, received, sendsMail)
      return sendText(reply, 200, 'OK')
    })
  })
}

function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(text)
}

async function readFields(request: FastifyRequest): Promise<Map<string, string>> {
  const fields = new Map<string, string>()
  for await (const part of request.parts()) {
    if (part.type === 'field' && typeof part.value === 'string') fields.set(part.fieldname, part.value)
  }
  return fields
}
