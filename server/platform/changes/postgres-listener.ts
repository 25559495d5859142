import pg from 'pg'
import { CHANNEL } from './changes.ts'
import type { PostgresLines } from '../database/postgres-lines.ts'

const RETRY_MS = 1000

/** The database to listen to, and what to call with the text of each notification and when the connection is lost. */
type Listening = {
  databaseUrl: string
  lines: PostgresLines
  onNotification: (text: string) => void
  onConnected: () => void
  onLost: () => void
}

/**
 * Listens to the notifications of all processes that use the same database, on a connection of its own. If the
 * connection is lost or cannot be opened, tries again every second. Nothing that must not be lost depends on a
 * notification.
 *
 * Does not listen through a connection pooler. In transaction mode a pooler gives the server connection that listens to
 * others after the statement. It passes no notification on, and PgBouncer logs a warning for each one.
 */
export async function listenToPostgres(listening: Listening): Promise<{ close: () => Promise<void> }> {
  const { databaseUrl, lines, onNotification, onConnected, onLost } = listening
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
    fresh.on('notification', ({ payload }) => onNotification(payload ?? ''))
    try {
      await fresh.connect()
      if (await isPooled(fresh)) return await stop(fresh)
      await fresh.query(`LISTEN ${CHANNEL}`)
      client = fresh
      onConnected()
    } catch {
      reconnect(fresh)
    }
  }

  async function stop(fresh: pg.Client): Promise<void> {
    closed = true
    await fresh.end()
  }

  function reconnect(broken: pg.Client): void {
    if (closed || retry || (client && client !== broken)) return
    client = null
    void broken.end().catch(() => undefined)
    onLost()
    retry = setTimeout(() => {
      retry = null
      void connect()
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
 * Returns whether a pooler is between this process and the server. The process id that was sent when the connection was
 * opened is then one of the pooler, and not that of the server process.
 */
async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  // The types of `pg` lack this property, in which it stores the process id of the BackendKeyData message.
  return 'processID' in client && client.processID !== rows[0]?.pid
}
