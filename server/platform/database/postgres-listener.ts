import pg from 'pg'
import type { AnyEvent, Events, EventsMissed } from './events.ts'
import type { PostgresLines } from './postgres-lines.ts'

const RETRY_MS = 1000

/**
 * The database to listen to, and `self`, the current name of this process. Each notification contains the name of the
 * process that has sent it.
 */
type Listening = { databaseUrl: string; lines: PostgresLines; readonly self: string }

/**
 * Publishes the events of other processes that use the same database. Publishes `events-missed` when the connection
 * is lost and again when it is restored, because notifications in between are lost.
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
      // The cast is safe: a notification without the name of its sender is an event.
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
  // These queries detect a dead connection. Waiting for notifications would not, because there may be none for hours.
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

/**
 * Returns the text of the notification for an event. It contains the name of the sender, because the sender receives
 * its own notification and must ignore it.
 */
export function payloadOf(event: AnyEvent, self: string): string {
  return JSON.stringify({ ...event, from: self })
}

/**
 * Parses the text of a notification. Only the shop sends notifications on this channel. If a text cannot be parsed,
 * the result says that events were missed.
 */
function read<E extends AnyEvent>(payload: string | undefined): (E | EventsMissed) & { from?: string } {
  try {
    return JSON.parse(payload ?? '') as E & { from?: string }
  } catch {
    return { type: 'events-missed' }
  }
}
