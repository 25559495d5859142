import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LIVE_PATH } from '#contract/values/live.ts'
import type { TestShop } from './shop.ts'

/** A shop that listens on a port, for tests that need a real connection. */
export async function onPort({ app }: Pick<TestShop, 'app'>): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => app.routing(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** An open event stream: the names of the events received so far. `ended` resolves when the shop has closed it. */
export type LiveLine = {
  status: number
  headers: Headers
  heard: string[]
  ended: Promise<void>
  hangUp: () => void
}

/** Opens the event stream as a browser's `EventSource` does. */
export async function openLine(url: string, headers: Record<string, string>): Promise<LiveLine> {
  const control = new AbortController()
  const response = await fetch(`${url}/api${LIVE_PATH}`, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: control.signal,
  })
  const heard: string[] = []
  const ended = listen(response, heard)
  return { status: response.status, headers: response.headers, heard, ended, hangUp: () => control.abort() }
}

async function listen({ body }: Response, heard: string[]): Promise<void> {
  let text = ''
  const decoder = new TextDecoder()
  try {
    for await (const chunk of body ?? []) {
      const blocks = (text + decoder.decode(chunk, { stream: true })).split('\n\n')
      text = blocks.pop() ?? ''
      heard.push(...blocks.flatMap(nameOf))
    }
  } catch {
    // The client has closed the connection.
  }
}

/** Parses an event as in section 9.2 of the HTML Living Standard. Comments and settings are not events. */
function nameOf(block: string): string[] {
  const [, name] = /^event: (\w+)\ndata: .*$/.exec(block) ?? []
  return name ? [name] : []
}
