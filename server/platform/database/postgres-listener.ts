import pg from 'pg'
import type { AnyEvent, Events, EventsMissed } from './events.ts'
import type { PostgresLines } from './postgres-lines.ts'

const RETRY_MS = 1000

/** Where to listen, and by which name, at present, to know what we said ourselves. */
type Listening = { databaseUrl: string; lines: PostgresLines; readonly self: string }

/**
 * Publishes the events of other instances here. When the connection is lost, and again when it is back, it publishes
 * `events-missed`: notifications that were sent in between are gone.
 */
export async function listenToPostgres<E extends AnyEvent>(
  place: Listening,
  events: Events<E>,
): Promise<{ close: () => Promise<void> }> {
  const { databaseUrl, lines } = place
  let closed = false
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | null = null
  const { connectMs, silentMs } = lines.patience

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: connectMs,
      stream: () => lines.open(),
    })
    fresh.on('error', () => reconnect(fresh))
    fresh.on('end', () => reconnect(fresh))
    fresh.on('notification', ({ payload }) => {
      const { from, ...event } = read<E>(payload)
      // Without its sender, the notification is the event.
      if (from !== place.self) events.publish(event as E | EventsMissed)
    })
    await fresh.connect()
    await fresh.query('LISTEN crema')
    client = fresh
  }

  function reconnect(broken: pg.Client): void {
    if (closed || retry || (client && client !== broken)) return
    client = null
    events.publish({ type: 'events-missed' })
    retry = setTimeout(() => {
      retry = null
      connect().then(
        () => events.publish({ type: 'events-missed' }),
        () => reconnect(broken),
      )
    }, RETRY_MS)
  }

  await connect()
  // There may be no notification for hours. Without a query now and then, a dead connection would not be noticed.
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

/** An event as it is sent to the other instances, with the sender's name: the sender receives it too. */
export function payloadOf(event: AnyEvent, self: string): string {
  return JSON.stringify({ ...event, from: self })
}

/** Only the shop writes to its channel. A notification that cannot be parsed counts as missed. */
function read<E extends AnyEvent>(payload: string | undefined): (E | EventsMissed) & { from?: string } {
  try {
    return JSON.parse(payload ?? '') as E & { from?: string }
  } catch {
    return { type: 'events-missed' }
  }
}
