import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { findPostgres, startPostgres, startReplica } from '#test/postgres/server.ts'
import type { TestServer } from '#test/postgres/server.ts'
import { runCheck } from './check.ts'
import { checkReplica, findReplica } from './check-replica.ts'

const programs = findPostgres()
const SLOW = 30_000

test('without a replica, nothing is said about it', async () => {
  expect(await runCheck(checkReplica, { config: readConfig({}), reach: false })).toEqual([])
})

describe.runIf(programs)('the check of a replica', () => {
  let primary: TestServer
  let replica: TestServer
  beforeAll(async () => {
    primary = await startPostgres(programs ?? '')
    replica = await startReplica(programs ?? '', primary.url)
  }, SLOW)
  afterAll(async () => {
    await replica.stop()
    await primary.stop()
  }, SLOW)

  async function run(server: TestServer, statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    await client.query(statement)
    await client.end()
  }

  test('succeeds for one that follows the primary', async () => {
    const config = readConfig({ DATABASE_URL: primary.url, DATABASE_REPLICA_URL: replica.url })
    expect(await runCheck(checkReplica, { config, reach: false })).toEqual([
      { name: 'replica', level: 'ok', text: expect.stringMatching(/^The replica .* is 0\.\d s behind\.$/) },
    ])
  })

  test('finds one that does not replay what it receives', async () => {
    await run(replica, 'SELECT pg_wal_replay_pause()')
    // The servers of tests commit before they have flushed.
    await run(primary, 'SET synchronous_commit = on; CREATE TABLE beans (id integer)')
    expect(await findReplica(primary.url, replica.url, 100)).toEqual({
      level: 'fail',
      text: expect.stringMatching(/did not replay within 0\.1 s .* is \d+ bytes behind/),
    })
    await run(replica, 'SELECT pg_wal_replay_resume()')
  })

  test('finds a server that is no replica, and one that does not respond', async () => {
    expect(await findReplica(primary.url, primary.url)).toEqual({
      level: 'warn',
      text: expect.stringContaining('is not a replica'),
    })
    expect(await findReplica(primary.url, 'postgres://crema:pw@127.0.0.1:1/crema')).toEqual({
      level: 'fail',
      text: expect.stringMatching(/^The replica of DATABASE_REPLICA_URL cannot be used/),
    })
  })
})
