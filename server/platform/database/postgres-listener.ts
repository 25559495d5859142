import pg from 'pg'
import type { AnyEvent, Events, EventsMissed } from './events.ts'
import type { PostgresLines } from './postgres-lines.ts'

const RETRY_MS = 1000

/** The server to listen to, and the current name of this process, which its own notifications contain. */
type Listening = { databaseUrl: string; lines: PostgresLines; readonly self: string }

/**
 * Publishes the events of other instances in this process. Publishes `events-missed` when the connection is lost and
 * again when it is restored, because notifications in between are lost.
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
      // The cast is to the type of the event, which is the notification without its sender.
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
  // There may be no notification for hours. These queries detect a connection that is dead.
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

/** Returns an event as it is sent to other instances. It contains the name of the sender, which receives it too. */
export function payloadOf(event: AnyEvent, self: string): string {
  return JSON.stringify({ ...event, from: self })
}

/**
 * Parses a notification. Only the shop writes to its channel. A notification that cannot be parsed counts as missed
 * events.
 */
function read<E extends AnyEvent>(payload: string | undefined): (E | EventsMissed) & { from?: string } {
  try {
    return JSON.parse(payload ?? '') as E & { from?: string }
  } catch {
    return { type: 'events-missed' }
  }
}
