import type { GatewayCharge, GatewayRefund, RemoteGateway, Span } from '../gateway.ts'

export type Page = { charges: GatewayCharge[] } | { refunds: GatewayRefund[] }

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

/** The maximum number of charges or refunds on a page. */
const PAGE = 100

/**
 * Lists charges and refunds in pages. The charges come first, because refunds are only written if the payment of their
 * charge is known.
 */
export async function* listPages(gateway: RemoteGateway, span: Span): AsyncGenerator<Page> {
  for await (const charges of inPages(gateway.listCharges(span))) yield { charges }
  for await (const refunds of inPages(gateway.listRefunds(span))) yield { refunds }
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
