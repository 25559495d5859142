import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { findPostgres } from './server.ts'

const START = `
import { findPostgres, startPostgres } from '${join(import.meta.dirname, 'server.ts')}'
const server = await startPostgres(findPostgres())
console.log(server.url)
setInterval(() => {}, 1000)
`

test.skipIf(!findPostgres())(
  'the throw-away server ends with the process that started it, even by kill -9',
  async () => {
    const owner = spawn(process.execPath, ['--input-type=module-typescript', '--eval', START], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const url = await new Promise<string>((resolve) =>
      owner.stdout.once('data', (line: Buffer) => resolve(line.toString().trim())),
    )
    const folder = await dataFolder(url)
    expect(folder).toContain('crema-postgres-')
    owner.kill('SIGKILL')
    await expect.poll(() => existsSync(folder), { timeout: 20_000 }).toBe(false)
    await expect(dataFolder(url)).rejects.toThrow('ECONNREFUSED')
  },
)

async function dataFolder(url: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const answer = await client.query<{ data_directory: string }>('SHOW data_directory')
  await client.end()
  return answer.rows[0]?.data_directory ?? ''
}
