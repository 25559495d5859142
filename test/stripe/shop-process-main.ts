import { createShop } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { stripeGateway } from '#server/payments/stripe/stripe-gateway.ts'
import { openSecrets } from '#server/platform/secrets/open-secrets.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import { plainPages } from '../plain-pages.ts'
import { actionsOf } from './shop-actions.ts'
import type { ActionAnswer, ActionRequest } from './shop-process.ts'

/**
 * The program of a shop process: a shop without a network port and without background jobs, which does what its parent
 * process asks for. The parent kills it, so it never ends by itself.
 */
const config = readConfig(process.env)
const { stripe } = config.payments
if (!stripe) throw new Error('A shop process needs the settings of Stripe.')
const database = await openShopDatabase(config)
const shop = await createShop({
  config,
  database,
  secrets: await openSecrets({ ...config, database }),
  source: plainPages,
  version: '1.2.3',
  logStream: { write: () => undefined },
  // There are no retries, because Stripe's library would wait before each.
  gateway: stripeGateway({ ...stripe, publicUrl: config.publicUrl, retries: 0 }),
})
shop.payments.pollMs = 0
const actions = actionsOf(shop)

process.on('message', (request: ActionRequest) => void answer(request))
process.on('disconnect', () => process.exit())
process.send?.('ready')

async function answer({ id, name, argument }: ActionRequest): Promise<void> {
  const done: ActionAnswer = await act(name, argument).then(
    (value) => ({ id, value }),
    (error: unknown) => ({ id, error: error instanceof Error ? String(error.stack) : String(error) }),
  )
  process.send?.(done)
}

function act(name: ActionRequest['name'], argument: unknown): Promise<unknown> {
  // cast: the parent sends the argument that belongs to the action.
  const run = actions[name] as (argument: unknown) => Promise<unknown>
  return run(argument)
}
