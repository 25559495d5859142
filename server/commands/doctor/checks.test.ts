import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { diskStore } from '#server/media/disk-store.ts'
import { makeSecretFile } from '#server/platform/secrets/secret-file.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { runCheck } from './check.ts'
import type { Check } from './check.ts'
import { checkDisk, spaceOf } from './check-disk.ts'
import { checkIdentity } from './check-identity.ts'
import { checkPictures, probeStore } from './check-pictures.ts'
import { checkPublicUrl } from './check-public-url.ts'
import { checkSettings, readSettings } from './check-settings.ts'

const GB = 1024 ** 3

let dataDir = ''
beforeEach(() => {
  dataDir = temporaryFolder('crema-doctor-')
  return () => rmSync(dataDir, { recursive: true, force: true })
})

/** Runs a check with these settings. Returns its results as lines, such as `fail It is broken.`. */
async function run(check: Check, env: NodeJS.ProcessEnv = {}, reach = false): Promise<string[]> {
  const config = readConfig({ DATA_DIR: dataDir, ...env })
  const found = await runCheck(check, { config, reach })
  return found.map(({ level, text }) => `${level} ${text}`)
}

const own = { PUBLIC_URL: 'https://shop.example', TRUST_PROXY: '1' }

describe('the settings', () => {
  test('are all checked, and each wrong one is reported', () => {
    const found = readSettings({
      PORT: 'x',
      DEMO: 'yes',
      EMAILJS_PUBLIC_KEY: 'k',
      SMTP_URL: 'smtp://mail.example',
      STRIPE_SECRET_KEY: 'sk_test_1',
      METRICS_PORT: '70000',
    })
    expect(Array.isArray(found) && found.map(({ text }) => text).toSorted()).toEqual([
      'DEMO must be 1 or 0, not "yes".',
      'EMAILJS_PUBLIC_KEY, EMAILJS_SERVICE_ID, EMAILJS_TEMPLATE_ID go together: set all three or none.',
      'METRICS_PORT must be a whole number from 0 to 65535, not "70000".',
      'PORT must be a whole number from 0 to 65535, not "x".',
      'SMTP_URL needs MAIL_FROM and MAIL_TO beside it.',
      'STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET beside it.',
    ])
    expect(readSettings({ PORT: '1' })).toMatchObject({ port: 1 })
  })

  test('are warned of if they are dangerous', async () => {
    expect(await run(checkSettings, own)).toEqual(['ok All settings are valid.'])
    const risky = { ...own, DATABASE_TRACE: '1', METRICS_PORT: '1', HOST: '0.0.0.0' }
    expect((await run(checkSettings, risky)).map((line) => line.slice(0, 19))).toEqual([
      'warn DATABASE_TRACE',
      'warn The metrics ar',
    ])
    expect((await run(checkSettings))[0]).toContain('This is a demo shop')
  })
})

describe('the public address', () => {
  test.each([
    [own, 'ok The shop is at https://shop.example.'],
    [{}, 'warn PUBLIC_URL is not set'],
    [{ PUBLIC_URL: 'http://shop.example' }, 'fail http://shop.example is not encrypted'],
    [{ PUBLIC_URL: 'https://shop.example' }, 'fail TRUST_PROXY is not set'],
    [{ ...own, HOST: '0.0.0.0' }, 'warn HOST=0.0.0.0 can be reached without the proxy'],
  ])('%j: %s', async (env, line) => {
    const [found] = await run(checkPublicUrl, env)
    expect(found).toContain(line)
  })

  test('is asked for with --reach only', async () => {
    let status = 200
    const server = createServer((_request, response) => response.writeHead(status).end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    // cast: `address()` returns an `AddressInfo` for a server that listens on a TCP port.
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const ask = async (reach: boolean) => (await run(checkPublicUrl, { PUBLIC_URL: url }, reach)).slice(1)
    try {
      expect([await ask(false), await ask(true)]).toEqual([[], [`ok ${url}/readyz returns 200.`]])
      status = 502
      expect(await ask(true)).toEqual([expect.stringMatching(/^fail .* returns 502: look at the proxy/)])
    } finally {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
    expect(await ask(true)).toEqual([expect.stringMatching(/^fail .* cannot be reached: .* Check DNS/)])
  })
})

describe('the disk', () => {
  test('has enough space, or little, or too little', () => {
    expect([2 * GB, GB / 2, GB / 20].map((free) => spaceOf('/data', free).level)).toEqual([
      'ok',
      'warn',
      'fail',
    ])
  })

  test('has a folder that only its owner may read', async () => {
    expect((await run(checkDisk)).filter((line) => !line.startsWith('ok'))).toEqual([])
    chmodSync(dataDir, 0o755)
    expect((await run(checkDisk)).at(-1)).toBe(
      `warn Other users of this machine may read ${dataDir}: run chmod 700 ${dataDir}.`,
    )
    rmSync(dataDir, { recursive: true })
    expect(await run(checkDisk)).toEqual([expect.stringContaining('is not there yet')])
  })
})

describe('the secrets', () => {
  test('can be read, are damaged, or are not made by the check', async () => {
    expect((await run(checkIdentity))[0]).toMatch(/^warn .*secrets.json is not there yet/)
    expect(readdirSync(dataDir)).toEqual([])
    makeSecretFile(dataDir)
    expect(await run(checkIdentity)).toEqual(['ok The secrets for signing in can be read.'])
    writeFileSync(join(dataDir, 'secrets.json'), '{}')
    expect((await run(checkIdentity))[0]).toMatch(/^fail .*secrets.json is damaged: restore it from a backup/)
  })
})

describe('the picture store', () => {
  test('saves, reads and deletes a picture, and keeps nothing', async () => {
    expect(await run(checkPictures)).toEqual(['ok A picture can be saved, read and deleted.'])
    expect(readdirSync(join(dataDir, 'images'))).toEqual([])
  })

  test('is broken if one of these does not work', async () => {
    const store = diskStore(join(dataDir, 'images'))
    const levels = async (broken: Partial<typeof store>) =>
      (await probeStore({ ...store, ...broken })).map(({ level, text }) => `${level} ${text}`)
    const refused = () => Promise.reject(new Error('403 Forbidden'))
    expect(await levels({ save: refused })).toEqual([
      'fail The picture store does not work: 403 Forbidden. Check its address, its keys and its rights.',
    ])
    expect((await levels({ find: async () => null }))[0]).toMatch(/^fail .* is not there/)
    expect((await levels({ delete: async () => undefined }))[0]).toMatch(/^warn .* could not be deleted/)
    writeFileSync(join(dataDir, 'file'), '')
    expect((await probeStore(diskStore(join(dataDir, 'file'))))[0]?.level).toBe('fail')
  })

  test('is not tried at imgBB, nor before the first start', async () => {
    expect((await run(checkPictures, { IMAGE_STORE: 'imgbb', IMGBB_KEY: 'k' }))[0]).toMatch(/^warn imgBB/)
    rmSync(dataDir, { recursive: true })
    expect((await run(checkPictures))[0]).toMatch(/^warn .* is not there yet/)
    expect(existsSync(dataDir)).toBe(false)
    mkdirSync(dataDir)
  })
})

test('a check that hangs has failed', async () => {
  const config = readConfig({})
  const hangs: Check = { name: 'hangs', run: () => new Promise(() => undefined) }
  expect(await runCheck(hangs, { config, reach: false }, 20)).toEqual([
    { name: 'hangs', level: 'fail', text: 'There was no answer within 0.02 s.' },
  ])
})
