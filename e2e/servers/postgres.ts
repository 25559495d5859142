import { findPostgres, startPostgres } from '../../test/postgres/server.ts'

/**
 * Playwright's global setup for browser tests on PostgreSQL. It starts one database server, on which each shop gets a
 * database. The returned function stops the server.
 */
export default async function startDatabaseServer(): Promise<() => Promise<void>> {
  const folder = findPostgres()
  if (!folder) throw new Error('PostgreSQL is not installed here.')
  const server = await startPostgres(folder)
  process.env['CREMA_E2E_POSTGRES'] = server.url
  return server.stop
}
