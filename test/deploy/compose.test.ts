import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runOwnersCommandHere } from '../commands.ts'
import { startS3Server } from '../s3/s3-server.ts'
import type { S3Server } from '../s3/s3-server.ts'
import { startShopProcess } from '../shop-process.ts'
import type { ShopProcess } from '../shop-process.ts'
import { stores } from '../stores.ts'
import type { Store } from '../stores.ts'

const server = stores.find(({ name }) => name === 'postgres')

/** What the manual says to write into `.env`. */
const operator: Record<string, string> = {
  PUBLIC_URL: 'https://shop.example',
  POSTGRES_PASSWORD: 'a1b2c3',
  SECRETS: '6QmCzK0oXf1l4b8wq3n5Zt7v9y2u1s0rPpOoNnMmLlA=',
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
}

/** Returns the environment of the instances in `compose.yaml`, with the values of `operator` as Docker inserts them. */
function settingsOfInstances(): Record<string, string> {
  const compose = readFileSync(join(import.meta.dirname, '../../deploy/compose.yaml'), 'utf8')
  const [, block = ''] = /&settings\n([\s\S]*?)\n {2}\w/.exec(compose) ?? []
  const lines = [...block.matchAll(/^ {4}([A-Z0-9_]+): '?([^'\n]*)'?$/gm)]
  const fill = (value = '') =>
    value.replaceAll(/\$\{(\w+):?[?-]\}/g, (_, name: string) => operator[name] ?? '')
  return Object.fromEntries(lines.map(([, name, value]) => [String(name), fill(value)]))
}

describe.runIf(server)('the instances of compose.yaml', () => {
  let store: Store
  let s3: S3Server
  let shops: ShopProcess[] = []
  beforeAll(async () => {
    if (!server) throw new Error('There is no server.')
    store = await server.empty()
    s3 = await startS3Server()
  })
  afterAll(async () => {
    await Promise.all(shops.map((shop) => shop.kill()))
    await s3.dispose()
    await store.dispose()
  })

  test('start together on an empty database, and the doctor finds nothing wrong', async () => {
    const { DATABASE_URL, ...settings } = settingsOfInstances()
    expect(DATABASE_URL).toBe('postgres://crema:a1b2c3@postgres:5432/crema')
    // The names of the other containers are only known to Docker.
    const env = { ...settings, ...s3.env }
    const folders = ['1', '2', '3'].map((name) => join(store.dataDir, name))
    shops = await Promise.all(folders.map((dataDir) => startShopProcess({ ...store, dataDir }, env)))
    const place = { ...store, dataDir: String(folders[0]), env }
    const { code, said } = await runOwnersCommandHere('doctor', place, [])
    expect(said).not.toMatch(/^fail/m)
    expect(code).toBe(0)
    expect(said).toMatch(/^ok {4}database {2}All \d+ migrations are applied\.$/m)
    expect(said).toMatch(/^ok {4}pictures {2}A picture can be saved, read and deleted\.$/m)
  })
})
