import type { GatewayCharge, GatewayDispute, GatewayRefund, RemoteGateway, Span } from '../gateway.ts'

export type Page =
  | { charges: GatewayCharge[] }
  | { refunds: GatewayRefund[] }
  | { disputes: GatewayDispute[] }

/**
 * A run through the lists of a gateway. `pages` is null between two runs. `startedAt` is when the last run began, and
 * `allAt` when the last complete run over a long time began.
 */
export type CatchUp = {
  pages: AsyncGenerator<Page> | null
  startedAt: number
  isAll: boolean
  allAt: number
}

/** The maximum number of charges, refunds or disputes on a page. */
const PAGE = 100

/**
 * Lists charges, refunds and disputes in pages. The charges come first, because the others are only written if the
 * payment of their charge is known. `money` is the span of the charges and refunds.
 */
export async function* listPages(
  gateway: RemoteGateway,
  { money, disputed }: { money: Span; disputed: Span },
): AsyncGenerator<Page> {
  for await (const charges of inPages(gateway.listCharges(money))) yield { charges }
  for await (const refunds of inPages(gateway.listRefunds(money))) yield { refunds }
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
