import pg from 'pg'
import type { Change, Changes } from './changes.ts'
import type { PostgresLines } from './postgres-lines.ts'

const RETRY_MS = 1000

/** Where to listen, and by which name, at present, to know what we said ourselves. */
type Listening = { databaseUrl: string; lines: PostgresLines; readonly self: string }

/**
 * Listens to what other instances changed. A lost connection tells `lost` at once and again when it is back,
 * since what was said meanwhile was not heard.
 */
export async function listenToPostgres(place: Listening, changes: Changes): Promise<{ close: () => Promise<void> }> {
  const { databaseUrl, lines } = place
  let closed = false
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | null = null
  const { connectMs, silentMs } = lines.patience

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: connectMs, stream: () => lines.open() })
    fresh.on('error', () => reconnect(fresh))
    fresh.on('end', () => reconnect(fresh))
    fresh.on('notification', ({ payload }) => {
      const { from, ...change } = read(payload)
      if (from !== place.self) changes.tell(change)
    })
    await fresh.connect()
    await fresh.query('LISTEN crema')
    client = fresh
  }

  function reconnect(broken: pg.Client): void {
    if (closed || retry || (client && client !== broken)) return
    client = null
    changes.tell({ topic: 'lost' })
    retry = setTimeout(() => {
      retry = null
      connect().then(
        () => changes.tell({ topic: 'lost' }),
        () => reconnect(broken),
      )
    }, RETRY_MS)
  }

  await connect()
  // Nobody need say anything here for hours: without being asked, a line that died silently would never be missed.
  const heartbeat = setInterval(() => client?.query('SELECT 1').catch(() => undefined), silentMs / 2).unref()
  return {
    close: async () => {
      closed = true
      clearInterval(heartbeat)
      if (retry) clearTimeout(retry)
      await client?.end()
    },
  }
}

/** What is said to the other instances: the change, and by whom, since whoever says it hears it too. */
export function payloadOf(change: Change, self: string): string {
  return JSON.stringify({ ...change, from: self })
}

/** Only the shop writes to its channel; anything unreadable counts as not heard. */
function read(payload: string | undefined): Change & { from?: string } {
  try {
    return JSON.parse(payload ?? '') as Change & { from?: string }
  } catch {
    return { topic: 'lost' }
  }
}
