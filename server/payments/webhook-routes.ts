import { Problem } from '#contract/errors.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { sendProblem } from '#server/platform/http/errors.ts'
import { admitted } from '#server/platform/http/gate.ts'
import type { RemoteGateway } from './gateway.ts'
import type { Payments } from './payments.ts'
import { takeEvent } from './take-event.ts'

/**
 * Adds a route for the events of each remote gateway, such as `POST /api/webhooks/stripe`. A signature is computed from
 * the bytes of a body, so the bodies are not parsed before it is checked. The status is 200 if the event was handled or
 * does not concern this shop, and 400 if the signature is not valid. After any status but 200, the gateway sends the
 * event again.
 */
export function webhookRoutes(setup: CallsSetup, payments: Payments): void {
  setup.app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const gateway of payments.gateways.values()) {
      if (!('readEvent' in gateway)) continue
      scope.post(
        `/api/webhooks/${gateway.name}`,
        { onRequest: admitted(setup, { access: 'signature', limit: 'write' }) },
        async ({ body, headers }, reply) => {
          const isTaken = Buffer.isBuffer(body) && (await take(payments, gateway, { body, headers }))
          return isTaken ? reply.send({ received: true }) : sendProblem(reply, new Problem('unreadable'))
        },
      )
    }
  })
}

async function take(
  payments: Payments,
  gateway: RemoteGateway,
  request: Parameters<RemoteGateway['readEvent']>[0],
): Promise<boolean> {
  const event = await gateway.readEvent(request)
  if (!event) return false
  await takeEvent(payments, gateway.name, event)
  return true
}
