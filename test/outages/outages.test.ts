import { describe, expect, it } from 'vitest'
import { proxies } from '../deploy/start-proxy.ts'
import { findPostgres } from '../postgres/server.ts'
import { killedInstance } from './killed-instance.ts'
import { rollingRestart } from './rolling-restart.ts'

const hasNginx = proxies.some(({ name, program }) => name === 'nginx' && program)
if (!hasNginx) process.stderr.write('nginx is not installed, so outages behind it are not tested.\n')

describe.runIf(hasNginx && findPostgres())('instances of the shop behind nginx', () => {
  it.concurrent.each([rollingRestart, killedInstance])(
    'keep their promises: $name',
    { timeout: 120_000 },
    async ({ run }) => {
      expect((await run('short')).filter(({ held }) => !held)).toStrictEqual([])
    },
  )
})
