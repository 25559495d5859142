import type { CallName } from '#contract/api.ts'
import type { NewLot } from '#contract/orders/lots.ts'
import { ADMINS } from './access-of-accounts.ts'
import type { Row } from './access-of-accounts.ts'
import { newId } from './access-world.ts'

/** Returns 8 kg of a coffee that were roasted on a day long ago. `given` replaces some of the properties. */
export function newLot(coffee: string, given: Partial<NewLot> = {}): NewLot {
  return {
    coffee,
    name: newId(),
    roastedOn: '2026-01-02',
    greenGrams: 10_000,
    roastedGrams: 8000,
    supplier: '',
    dueDiligence: '',
    note: '',
    requestId: newId(),
    ...given,
  }
}

const missing: Row['answers'] = [401, 403, 403, 404, 404]
const noLot = () => ({ params: { id: newId() } })

function correction() {
  const { coffee: _coffee, requestId: _requestId, ...fields } = newLot('')
  return { ...fields, isUsedUp: false }
}

/** What `server/access.test.ts` expects of the calls about lots, which packers may make, too. */
export const lotRows = {
  'GET /lots': { answers: ADMINS },
  'POST /lots': { answers: ADMINS, sends: ({ shop }) => ({ body: newLot(shop.shelves.espresso.id) }) },
  'PUT /lots/{id}': { answers: missing, sends: () => ({ ...noLot(), body: correction() }) },
  'DELETE /lots/{id}': { answers: missing, sends: noLot },
  'GET /lots/{id}/orders': { answers: missing, sends: noLot },
  'GET /line/{id}/lots': { answers: missing, sends: noLot },
  'PUT /line/{id}/lots': { answers: missing, sends: () => ({ ...noLot(), body: { lots: [] } }) },
} satisfies Partial<Record<CallName, Row>>
