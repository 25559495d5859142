import { readings, writings } from './growth-calls.ts'
import type { Cycle, GrowthShop } from './growth-calls.ts'
import { signInAdmin } from '../shop/bench-data.ts'
import { shopProgram, startProcess } from '../shop/bench-process.ts'
import type { BenchProcess } from '../shop/bench-process.ts'
import { median, say } from '../shop/figures.ts'
import type { Figure } from '../shop/figures.ts'
import { runLoad } from '../shop/load.ts'
import type { Made } from '../shop/bench-data.ts'

const CLIENTS = 4
/** The worst of many figures is reported, so each has to be steady: it is the median of this many rounds. */
const ROUNDS = 7
/** With fewer responses in a round, p99 would simply be the slowest one. */
const ENOUGH_FOR_P99 = 101

type Shop = GrowthShop & { process: BenchProcess }

/** In milliseconds; `p99` is not a number where there were too few answers. */
type Times = { median: number; p99: number }

type Growth = { name: string; small: Times; ratio: Times }

/** The time of every call in a large shop beside the same call in a small one: the call that grows most, median and p99. */
export async function measureGrowth(shops: { small: Made; large: Made }): Promise<Figure[]> {
  const small = await openShop(shops.small)
  const large = await openShop(shops.large)
  try {
    const growths: Growth[] = []
    for (const cycle of [...readings(), ...writings()])
      growths.push(...(await growthsOf(cycle, { small, large })))
    return [worst(growths, 'median'), worst(growths, 'p99')]
  } finally {
    await small.process.close()
    await large.process.close()
  }
}

/** Returns the medians over all rounds, of times and of ratios. One stall of the machine decides the p99 of a round. */
async function growthsOf(cycle: Cycle, shops: { small: Shop; large: Shop }): Promise<Growth[]> {
  const rounds: { small: Map<string, Times>; large: Map<string, Times> }[] = []
  // The first round only warms up both shops and is not counted.
  for (let round = 0; round <= ROUNDS; round++) {
    const both = { small: await timesOf(shops.small, cycle), large: await timesOf(shops.large, cycle) }
    if (round > 0) rounds.push(both)
  }
  return cycle.steps.flatMap(({ name }) =>
    name
      ? [
          growthOf(
            name,
            rounds.map(({ small, large }) => ({ small: small.get(name), large: large.get(name) })),
          ),
        ]
      : [],
  )
}

function growthOf(name: string, rounds: { small: Times | undefined; large: Times | undefined }[]): Growth {
  const small = timesThat((which) => median(rounds.map((round) => round.small?.[which] ?? Number.NaN)))
  const ratio = timesThat((which) =>
    median(
      rounds.map((round) => (round.large?.[which] ?? Number.NaN) / (round.small?.[which] ?? Number.NaN)),
    ),
  )
  const p99 = Number.isNaN(small.p99)
    ? ['', '']
    : [` (${small.p99.toFixed(2)})`, ` (${ratio.p99.toFixed(2)})`]
  say(
    `  ${name.padEnd(46)} ${small.median.toFixed(2)}${p99[0]} ms, in the large one ${ratio.median.toFixed(2)} times as much${p99[1]}`,
  )
  return { name, small, ratio }
}

function timesThat(value: (which: keyof Times) => number): Times {
  return { median: value('median'), p99: value('p99') }
}

function worst(growths: Growth[], which: keyof Times): Figure {
  const measured = growths.filter(({ ratio }) => !Number.isNaN(ratio[which]))
  const [most] = measured.toSorted((a, b) => b.ratio[which] - a.ratio[which])
  if (!most) throw new Error('No call was measured.')
  const limit = most.small[which]
  return {
    name: `the call that grows most, ${which}`,
    unit: 'ms',
    ours: [limit * most.ratio[which]],
    limit: [limit],
    goal: 2,
    better: 'less',
    note: most.name,
  }
}

/** The times of a cycle's named steps. */
async function timesOf(shop: Shop, cycle: Cycle): Promise<Map<string, Times>> {
  const clients = Array.from({ length: CLIENTS }, (_, number) => new Client(shop, cycle, number))
  const { failed, firstFailure } = await runLoad({
    port: shop.process.port,
    clients: CLIENTS,
    perSecond: cycle.perSecond,
    seconds: cycle.seconds,
    next: (client) => clients[client]?.next() ?? missing('client'),
    heard: (client, body) => clients[client]?.hear(body),
    isAmid: (client) => clients[client]?.isAmid() ?? false,
  })
  if (failed > 0)
    throw new Error(`Refused, of ${cycle.steps.map(({ name }) => name).join(', ')}:\n${firstFailure}`)
  return new Map(
    cycle.steps.flatMap(({ name }) =>
      name ? [[name, summaryOf(clients.flatMap((client) => client.times.get(name) ?? []))] as const] : [],
    ),
  )
}

/** Goes through a cycle again and again, each time as another caller. */
class Client {
  /** Milliseconds from each request of a named step to the end of its answer. */
  readonly times = new Map<string, number[]>()
  readonly #shop: Shop
  readonly #cycle: Cycle
  readonly #number: number
  #count = 0
  #askedAt = 0
  #made: string[] = []

  constructor(shop: Shop, cycle: Cycle, number: number) {
    this.#shop = shop
    this.#cycle = cycle
    this.#number = number
    for (const { name } of cycle.steps) if (name) this.times.set(name, [])
  }

  next(): Buffer {
    const { admins } = this.#shop
    const turn = Math.floor(this.#count / this.#cycle.steps.length)
    const caller = admins[(this.#number + turn * CLIENTS) % admins.length] ?? missing('administrator')
    const asking = this.#step().ask({ shop: this.#shop, caller, client: this.#number, made: this.#made })
    this.#askedAt = performance.now()
    return asking
  }

  hear(body: string): void {
    const { name } = this.#step()
    if (name) this.times.get(name)?.push(performance.now() - this.#askedAt)
    this.#count += 1
    if (!this.isAmid()) this.#made = []
    else this.#remember(body)
  }

  isAmid(): boolean {
    return this.#count % this.#cycle.steps.length > 0
  }

  #step() {
    return this.#cycle.steps[this.#count % this.#cycle.steps.length] ?? missing('step')
  }

  #remember(body: string): void {
    const { insertedId }: { insertedId?: string } = JSON.parse(body)
    if (insertedId) this.#made.push(insertedId)
  }
}

function summaryOf(times: number[]): Times {
  const sorted = times.toSorted((a, b) => a - b)
  const p99 =
    sorted.length < ENOUGH_FOR_P99 ? Number.NaN : (sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN)
  return { median: median(sorted), p99 }
}

/** Opens a shop and signs the demo shop's administrator in. */
async function openShop({ env, product, signIn }: Made): Promise<Shop> {
  const { admins } = await signIn()
  const process = await startProcess(shopProgram, env)
  const address = `http://127.0.0.1:${process.port}/api`
  const session = await signInAdmin(process.port)
  const headers = { authorization: admins[0]?.authorization ?? '' }
  const idsAt = async (path: string): Promise<string[]> => {
    const rows: { _id: string }[] = JSON.parse(await (await fetch(`${address}${path}`, { headers })).text())
    return rows.map((row) => row._id)
  }
  const first = async (path: string): Promise<string> => (await idsAt(path))[0] ?? missing(path)
  const people = await idsAt('/allUser?name=shopper&limit=100')
  const ids = {
    brand: await first('/allCoffee'),
    packet: await first('/allPacket'),
    order: await first('/fullProducts?limit=1'),
    people: people.slice(0, CLIENTS),
    leaving: people.slice(CLIENTS),
  }
  return { process, admins, product, session, ids }
}

function missing(what: string): never {
  throw new Error(`There is no ${what} to ask about.`)
}
