import { setTimeout as sleep } from 'node:timers/promises'
import { startShop } from '../harness/shops.ts'
import { atMost, equals } from '../harness/trial.ts'
import type { Figure, Ground, Trial } from '../harness/trial.ts'
import { openConnections, visit } from './raw-connections.ts'
import type { RawConnection } from './raw-connections.ts'

const FROM_PROXY = 300

export const connections: Trial = {
  name: 'connections',
  title: 'idle keep-alive connections from one address, and from many',
  run: async (ground) => {
    const { url } = await startShop(ground)
    const one = await fromOne(url, ground.size)
    const many = ground.size === 'full' ? await fromMany(url) : []
    return [...one, ...many, await throughProxy(ground)]
  },
}

/** Opens more connections from one IP address than the shop accepts from one address. */
async function fromOne(url: string, size: Ground['size']): Promise<Figure[]> {
  const count = size === 'full' ? 4000 : 300
  const opened = await openConnections(url, Array<string>(count).fill('127.0.0.2'))
  const what = `${count} from one address`
  const visits = await visit(url, what, size)
  return [atMost(`${what}: kept open`, await countOpen(opened), 256), ...visits]
}

/** Opens more connections than the shop accepts in total. Each of the 20 addresses stays below its own limit. */
async function fromMany(url: string): Promise<Figure[]> {
  const addresses = Array.from({ length: 4100 }, (_, index) => `127.0.1.${1 + (index % 20)}`)
  const opened = await openConnections(url, addresses)
  const what = `${addresses.length} from 20 addresses`
  const visits = await visit(url, what, 'short')
  return [atMost(`${what}: kept open`, await countOpen(opened), 4000), ...visits]
}

/** Opens many connections from one IP address, as a proxy in front of the shop would. The shop must close none of them. */
async function throughProxy(ground: Ground): Promise<Figure> {
  const { url } = await startShop(ground, { TRUST_PROXY: '1' })
  const opened = await openConnections(url, Array<string>(FROM_PROXY).fill('127.0.0.2'))
  return equals(`${FROM_PROXY} from a proxy: kept open`, await countOpen(opened), FROM_PROXY)
}

/** Returns how many of the connections the shop has kept open, and closes them. */
async function countOpen(opened: RawConnection[]): Promise<number> {
  await sleep(200)
  const open = opened.filter(({ isClosed }) => !isClosed)
  for (const connection of opened) connection.close()
  return open.length
}
