import { startShop } from '../harness/shops.ts'
import { atMost, none } from '../harness/trial.ts'
import type { Trial } from '../harness/trial.ts'
import { openConnections, visit } from './raw-connections.ts'

const SIZES = { short: { count: 5, requests: 2000 }, full: { count: 50, requests: 100_000 } }

export const pipelining: Trial = {
  name: 'pipelining',
  title: 'connections that send many requests without waiting for answers',
  run: async (ground) => {
    const { count, requests } = SIZES[ground.size]
    const { url } = await startShop(ground)
    const connections = await openConnections(url, Array<string>(count).fill('127.0.0.2'))
    const text = 'GET /api/allCoffee HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(requests)
    for (const connection of connections) connection.send(text)
    const what = `${count} × ${requests} requests`
    const visits = await visit(url, what, ground.size)
    const max = Math.max(...connections.map(({ answers }) => answers - 1))
    const open = connections.filter(({ isClosed }) => !isClosed).length
    for (const connection of connections) connection.close()
    return [
      none(`${what}: connections that still send`, open),
      atMost(`${what}: answers to one connection`, max, 16),
      ...visits,
    ]
  },
}
