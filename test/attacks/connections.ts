import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack, Figure, Ground } from './attack.ts'
import { openLines, visit } from './load.ts'
import type { Line } from './load.ts'

const VISITS = 20

export const connections: Attack = {
  name: 'connections',
  title: 'idle keep-alive connections from one address, and from many',
  run: async (ground) => {
    const { url } = await ground.start()
    const many = ground.size === 'full' ? await fromMany(url) : []
    return [...(await fromOne(url, ground.size)), ...many, ...(await throughProxy(ground))]
  },
}

/**
 * Opens more connections from one IP address than the shop accepts from one address. In the full size, opens as many as
 * the shop accepts from all addresses.
 */
async function fromOne(url: string, size: Ground['size']): Promise<Figure[]> {
  const count = size === 'full' ? 4000 : 600
  const lines = await openLines(
    url,
    Array.from({ length: count }, () => '127.0.0.2'),
  )
  const { answers, p95 } = await visit(url, VISITS)
  const open = await stillOpen(lines)
  return [
    { what: `${count} from one address: kept open`, value: open, unit: 'connections', held: open <= 256 },
    {
      what: `${count} from one address: others answered of ${VISITS}`,
      value: answers,
      unit: 'answers',
      held: answers === VISITS,
    },
    {
      what: `${count} from one address: others' p95`,
      value: p95,
      unit: 'ms',
      held: size === 'short' || p95 < 500,
    },
  ]
}

/**
 * Opens more connections from 20 IP addresses than the shop accepts in total. Each address stays below its own limit.
 */
async function fromMany(url: string): Promise<Figure[]> {
  const addresses = Array.from({ length: 4100 }, (_, index) => `127.0.1.${1 + (index % 20)}`)
  const lines = await openLines(url, addresses)
  const { answers } = await visit(url, VISITS)
  const open = await stillOpen(lines)
  return [
    { what: '4100 from 20 addresses: kept open', value: open, unit: 'connections', held: open <= 4000 },
    {
      what: `4100 from 20 addresses: others answered of ${VISITS}`,
      value: answers,
      unit: 'answers',
      held: answers === VISITS,
    },
  ]
}

/**
 * Opens many connections from one IP address to a shop that runs behind a proxy, as the proxy would. The shop must
 * close none of them.
 */
async function throughProxy(ground: Ground): Promise<Figure[]> {
  const { url } = await ground.start({ TRUST_PROXY: '1' })
  const open = await stillOpen(
    await openLines(
      url,
      Array.from({ length: 600 }, () => '127.0.0.2'),
    ),
  )
  return [{ what: '600 from a proxy: kept open', value: open, unit: 'connections', held: open === 600 }]
}

async function stillOpen(lines: Line[]): Promise<number> {
  await sleep(200)
  const open = lines.filter(({ isClosed }) => !isClosed)
  for (const line of lines) line.close()
  return open.length
}
