import { demoAccounts } from '#contract/values/demo.ts'
import { format, lineOf, median } from '../figures.ts'
import type { Figure } from '../figures.ts'
import { pick, request, runLoad } from '../load.ts'
import { inOpenShop } from '../shop/bench-shop.ts'
import type { BenchShop, Caller, OpenShop } from '../shop/bench-shop.ts'
import { insertedId } from '../shop/buying.ts'
import { isBySession, sampleVisits } from './sample-visits.ts'
import type { Sample, SampleVisit } from './sample-visits.ts'

const CLIENTS = 4
/**
 * The number of rounds. Only the API call whose response time differs most between the small and the large shop is
 * reported. A single disturbed round could make this the wrong call, so the figure of each call is the median over the
 * rounds.
 */
const ROUNDS = 7
/**
 * The lowest number of responses in a round for which p99 is computed. With fewer, p99 would be the slowest response.
 */
const ENOUGH_FOR_P99 = 101
/** Matches the API calls that have the caller's email address as a query parameter. */
const ABOUT_CALLER = /\/(jwt|myCarts|personCoffee|packetName|personPacket)$/

type Shop = OpenShop & { orderId: string; userIds: string[]; leaving: string[] }

/** The response times of one round in ms, by the name of the API call. */
type Times = Map<string, number[]>
type Round = { small: Times; large: Times }

/**
 * Compares the response times of the API calls in a large shop with those in a small shop. Returns two figures: the
 * call whose median response time grows most, and the call whose p99 grows most.
 */
export function measureGrowth(small: BenchShop, large: BenchShop): Promise<Figure[]> {
  return inOpenShop(small, (openSmall) => inOpenShop(large, (openLarge) => compare(openSmall, openLarge)))
}

async function compare(small: OpenShop, large: OpenShop): Promise<Figure[]> {
  const shops = { small: await lookAround(small), large: await lookAround(large) }
  const [medians, p99s]: [Figure[], Figure[]] = [[], []]
  for (const sampleVisit of sampleVisits()) {
    const rounds: Round[] = []
    // The first round warms up both shops and is not counted.
    for (let round = 0; round <= ROUNDS; round++)
      rounds.push({
        small: await timesOf(shops.small, sampleVisit),
        large: await timesOf(shops.large, sampleVisit),
      })
    rounds.shift()
    for (const name of rounds[0]?.small.keys() ?? []) {
      medians.push(figureOf(name, rounds, median))
      p99s.push(figureOf(name, rounds, p99))
    }
  }
  return [
    { ...worst(medians), name: 'the call that grows most, median' },
    { ...worst(p99s), name: 'the call that grows most, p99' },
  ]
}

async function lookAround(shop: OpenShop): Promise<Shop> {
  const idsOf = async (path: string) => (await shop.read<{ _id: string }[]>(path)).map(({ _id }) => _id)
  const users = await idsOf('/allUser?name=shopper&limit=100')
  const [orderId = ''] = await idsOf('/fullProducts?limit=1')
  return { ...shop, orderId, userIds: users.slice(0, CLIENTS), leaving: users.slice(CLIENTS) }
}

async function timesOf(shop: Shop, { visit, ...pace }: SampleVisit): Promise<Times> {
  const times: Times = new Map()
  const sampleFor = ({ email, authorization }: Caller, userId: string): Sample => ({
    ...shop,
    email,
    userId,
    *call(name, { id = '', body } = {}) {
      const own = isBySession(name) ? demoAccounts.admin.email : email
      const query = ABOUT_CALLER.test(name) ? `?email=${own}` : ''
      const line = name.replace(' ', ' /api').replace('{id}', id).replace('{email}', own) + query
      const response = yield request(line, isBySession(name) ? shop.session : { authorization }, body)
      times.set(name, [...(times.get(name) ?? []), response.ms])
      return name.startsWith('POST ') ? insertedId(response) : ''
    },
  })
  const sampleVisit = (client: number, number: number) =>
    visit(sampleFor(pick(shop.admins, client + number * CLIENTS), pick(shop.userIds, client)))
  await runLoad({ port: shop.port, clients: CLIENTS, ...pace, visit: sampleVisit })
  return times
}

function figureOf(note: string, rounds: Round[], statistic: (times: number[]) => number): Figure {
  const ours = rounds.map(({ large }) => statistic(large.get(note) ?? []))
  const limit = rounds.map(({ small }) => statistic(small.get(note) ?? []))
  const figure = { name: note, unit: 'ms', ours, limit, atMost: 2, note }
  const line = lineOf(figure)
  console.log(
    `  ${statistic.name} of ${note}: ${format(line.ours)} ms, in the small shop ${format(line.limit)} ms, ${format(line.ratio)}`,
  )
  return figure
}

function p99(times: number[]): number {
  if (times.length < ENOUGH_FOR_P99) return Number.NaN
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
}

/**
 * Returns the figure with the greatest ratio of the large shop's time to the small shop's. An API call with too few
 * responses for p99 has no ratio and counts as 0.
 */
function worst(figures: Figure[]): Figure {
  const ratio = (figure: Figure) => lineOf(figure).ratio || 0
  return figures.reduce((one, other) => (ratio(other) > ratio(one) ? other : one))
}
