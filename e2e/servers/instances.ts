import { startS3Server } from '../../test/s3/s3-server.ts'
import startDatabaseServer from './postgres.ts'

/**
 * Playwright's global setup for browser tests on several instances (`test/processes/instances.ts`). It starts one
 * database server and one object store for all shops. The returned function stops both.
 */
export default async function startServers(): Promise<() => Promise<void>> {
  const stopDatabaseServer = await startDatabaseServer()
  const store = await startS3Server()
  const settings = { SECRETS: 'only-for-this-run-of-the-tests-not-for-a-shop', ...store.env }
  process.env['CREMA_E2E_INSTANCES'] = JSON.stringify(settings)
  return async () => {
    await stopDatabaseServer()
    await store.dispose()
  }
}
