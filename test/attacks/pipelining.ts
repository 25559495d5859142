import type { Attack } from './attack.ts'
import { openLines, visit } from './load.ts'

const VISITS = 20

export const pipelining: Attack = {
  name: 'pipelining',
  title: 'connections that send many requests without waiting for answers',
  run: async (ground) => {
    const { connections, requests } =
      ground.size === 'full' ? { connections: 50, requests: 100_000 } : { connections: 20, requests: 5000 }
    const { url } = await ground.start()
    const lines = await openLines(
      url,
      Array.from({ length: connections }, () => '127.0.0.2'),
    )
    const text = 'GET /api/allCoffee HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(requests)
    for (const line of lines) line.send(text)
    const { answers, p95 } = await visit(url, VISITS)
    const most = Math.max(...lines.map((line) => line.answers - 1))
    const open = lines.filter(({ isClosed }) => !isClosed).length
    for (const line of lines) line.close()
    const many = `${connections} × ${requests} requests`
    return [
      { what: `${many}: still sending`, value: open, unit: 'connections', held: open === 0 },
      { what: `${many}: most answers to one connection`, value: most, unit: 'answers', held: most <= 16 },
      {
        what: `${many}: others answered of ${VISITS}`,
        value: answers,
        unit: 'answers',
        held: answers === VISITS,
      },
      { what: `${many}: others' p95`, value: p95, unit: 'ms', held: ground.size === 'short' || p95 < 500 },
    ]
  },
}
