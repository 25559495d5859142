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
 * does not concern this shop, 400 if the signature is not valid, and 503 if the event cannot be handled yet. After any
 * other status than 200, the gateway sends the event again.
 */
export function webhookRoutes(setup: CallsSetup, payments: Payments): void {
  setup.app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const gateway of payments.gateways.values()) {
      if (gateway.kind !== 'remote') continue
      scope.post(
        `/api/webhooks/${gateway.name}`,
        { onRequest: admitted(setup, { access: 'signature', limit: 'write' }) },
        async ({ body, headers }, reply) => {
          if (!Buffer.isBuffer(body)) return sendProblem(reply, new Problem('unreadable'))
          const problem = await take(payments, gateway, { body, headers })
          return problem ? sendProblem(reply, problem) : reply.send({ received: true })
        },
      )
    }
  })
}

async function take(
  payments: Payments,
  gateway: RemoteGateway,
  request: Parameters<RemoteGateway['readEvent']>[0],
): Promise<Problem | null> {
  const event = await gateway.readEvent(request)
  if (!event) return new Problem('unreadable')
  return (await takeEvent(payments, gateway.name, event)) ? null : new Problem('gateway-unreachable')
}
