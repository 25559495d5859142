import pg from 'pg'
import type { Change, Changes } from './changes.ts'

const RETRY_MS = 1000

/**
 * Listens to what other instances changed. A lost connection tells `lost` at once and again when it is back,
 * since what was said meanwhile was not heard.
 */
export async function listenToPostgres(databaseUrl: string, changes: Changes): Promise<{ close: () => Promise<void> }> {
  let closed = false
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | null = null

  async function connect(): Promise<void> {
    // Without keep-alive a line that died silently would never be missed.
    const fresh = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
    fresh.on('error', () => reconnect(fresh))
    fresh.on('end', () => reconnect(fresh))
    fresh.on('notification', (message) => changes.tell(read(message.payload)))
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
  return {
    close: async () => {
      closed = true
      if (retry) clearTimeout(retry)
      await client?.end()
    },
  }
}

/** Only the shop writes to its channel; anything unreadable counts as not heard. */
function read(payload: string | undefined): Change {
  try {
    return JSON.parse(payload ?? '') as Change
  } catch {
    return { topic: 'lost' }
  }
}
