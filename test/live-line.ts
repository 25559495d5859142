import { createServer } from 'node:http'
import { LIVE_PATH } from '#contract/values/live.ts'
import { listen } from './processes/free-port.ts'
import type { TestShop } from './shop.ts'

/** Makes a test shop listen on a free port, for tests that need a real connection. */
export async function onPort({ app }: Pick<TestShop, 'app'>): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => app.routing(request, response))
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/**
 * An open stream of server-sent events. `heard` lists the names of the events received so far. `hangUp` closes the
 * stream, and `ended` resolves when the stream has been closed by either side.
 */
export type LiveLine = {
  status: number
  headers: Headers
  heard: string[]
  ended: Promise<void>
  hangUp: () => void
}

/** Opens a stream of server-sent events, by default that of the dashboard, as a browser's `EventSource` does. */
export async function openLine(
  url: string,
  headers: Record<string, string>,
  path = LIVE_PATH,
): Promise<LiveLine> {
  const control = new AbortController()
  const response = await fetch(`${url}/api${path}`, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: control.signal,
  })
  const heard: string[] = []
  const ended = readEvents(response, heard)
  return { status: response.status, headers: response.headers, heard, ended, hangUp: () => control.abort() }
}

async function readEvents({ body }: Response, heard: string[]): Promise<void> {
  let text = ''
  const decoder = new TextDecoder()
  try {
    for await (const chunk of body ?? []) {
      const blocks = (text + decoder.decode(chunk, { stream: true })).split('\n\n')
      text = blocks.pop() ?? ''
      heard.push(...blocks.flatMap(nameOf))
    }
  } catch {
    // Reading fails when the test has closed the stream.
  }
}

/**
 * Returns the name of the event in one block of the stream, as in section 9.2 of the HTML Living Standard. Returns an
 * empty array for a block without an event, such as a comment.
 */
function nameOf(block: string): string[] {
  const [, name] = /^event: (\w+)\ndata: .*$/.exec(block) ?? []
  return name ? [name] : []
}
