import type { FastifyReply } from 'fastify'
import { MOST_ROWS } from '#contract/values/limits.ts'
import type { DeliveryState } from '#contract/values/states.ts'
import { firstIdAt } from '#server/platform/clock.ts'
import { readPlace, writePlace } from './keyset.ts'
import type { Place } from './keyset.ts'
import type { PageOf, Sorted } from './queries.ts'
import type { RowFilters } from './row-filters.ts'

type FilterQuery = {
  email?: string
  name?: string
  payment?: 'OK' | 'NOT OK'
  delivery?: DeliveryState
  from?: string
  to?: string
}

type Query<S extends string> = FilterQuery & {
  limit?: string
  after?: string
  sort?: S
  direction?: 'asc' | 'desc'
}

/** The page that a query asks for; `newest` comes newest first, everything else upwards, unless it says otherwise. */
export function readPage<S extends string>(query: Query<S>, newest: S): PageOf<S> {
  const sort = query.sort ?? newest
  return {
    sort,
    direction: query.direction ?? (sort === newest ? 'desc' : 'asc'),
    place: query.after ? placeFor(sort, query.after) : null,
    limit: Number(query.limit ?? MOST_ROWS),
    filters: readFilters(query),
  }
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The filters of a query; days are in UTC, and `to` is included. */
export function readFilters({ payment, delivery, from, to, ...query }: FilterQuery): RowFilters {
  const email = query.email?.trim().toLowerCase()
  const name = query.name && inSmallLetters(query.name.trim())
  return {
    ...(email && { email }),
    ...(name && { name }),
    ...(payment && { payment }),
    ...(delivery && { delivery }),
    ...(from && { fromId: firstIdAt(Date.parse(from)) }),
    ...(to && { untilId: firstIdAt(Date.parse(to) + DAY_MS) }),
  }
}

/** A to Z and nothing else, as `lower` does in both databases: what is typed exactly as it is written is found. */
function inSmallLetters(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

const NUMBERS = new Set(['price', 'payment', 'delivery', 'total'])

/** A place that this order can have; another one, which nobody was given, leads to the beginning. */
function placeFor(sort: string, text: string): Place | null {
  const place = readPlace(text)
  const fits = NUMBERS.has(sort) ? Number.isSafeInteger(place?.[0]) : typeof place?.[0] === 'string'
  return fits ? place : null
}

type Row = Sorted<{ id: string }>

/** Tells where the next page begins: `Link: <…>; rel="next"` (RFC 8288), when there may be one. */
export function linkNext(
  reply: FastifyReply,
  rows: Row[],
  { query, limit }: { query: object; limit: number },
): void {
  const last = rows.at(-1)
  if (!last || rows.length < limit) return
  const next = new URLSearchParams({ ...query, after: writePlace([last.sorted_by, last.id]) })
  const path = reply.request.url.split('?', 1)[0]
  reply.header('link', `<${path}?${next}>; rel="next"`)
}
