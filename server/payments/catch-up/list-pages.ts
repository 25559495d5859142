import type { GatewayCharge, GatewayDispute, GatewayRefund, RemoteGateway, Span } from '../gateway.ts'

export type Page =
  | { charges: GatewayCharge[] }
  | { refunds: GatewayRefund[] }
  | { disputes: GatewayDispute[] }

/** How far a run has come: what is listed now, and the time up to which it is still to be listed, newest first. */
export type Position = { list: 'charges' | 'refunds' | 'disputes'; to: number }

/**
 * A run through the lists of a gateway. `pages` is null between two runs. `startedAt` is when the last run began, and
 * `allAt` when the last complete run over a long time began. `stoppedAt` is where a run over a long time has stopped,
 * because the gateway did not return a page.
 */
export type CatchUp = {
  pages: AsyncGenerator<Page> | null
  position: Position
  startedAt: number
  isAll: boolean
  allAt: number
  stoppedAt: Position | null
}

/** The maximum number of charges, refunds or disputes on a page. */
const PAGE = 100

/**
 * Lists charges, refunds and disputes in pages. The charges come first, because the others are only written if the
 * payment of their charge is known. `money` is the span of the charges and refunds. What was listed before `position` is
 * left out, but disputes, which are two lists, and few.
 */
export async function* listPages(
  gateway: RemoteGateway,
  { money, disputed, position }: { money: Span; disputed: Span; position: Position },
): AsyncGenerator<Page> {
  const rest = { ...money, to: position.to }
  if (position.list === 'charges')
    for await (const charges of inPages(gateway.listCharges(rest))) yield { charges }
  if (position.list !== 'disputes') {
    const span = position.list === 'refunds' ? rest : money
    for await (const refunds of inPages(gateway.listRefunds(span))) yield { refunds }
  }
  for await (const disputes of inPages(gateway.listDisputes(disputed))) yield { disputes }
}

async function* inPages<T>(list: AsyncIterable<T>): AsyncGenerator<T[]> {
  let page: T[] = []
  for await (const entry of list) {
    page.push(entry)
    if (page.length < PAGE) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

/** Returns the position after a page. Entries of the same millisecond are listed again. */
export function positionAfter(page: Page): Position {
  const after = (list: Position['list'], entries: { createdAt: number }[]) => ({
    list,
    to: Math.min(...entries.map(({ createdAt }) => createdAt)) + 1,
  })
  if ('charges' in page) return after('charges', page.charges)
  return 'refunds' in page ? after('refunds', page.refunds) : after('disputes', page.disputes)
}
