import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { fileSecrets } from '#server/platform/secrets/open-secrets.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { runCheck } from './check.ts'
import type { Check } from './check.ts'
import { checkSettings } from './check-settings.ts'

/** Returns the results of the check with these settings as lines, such as `fail It is broken.`. */
async function run(env: NodeJS.ProcessEnv): Promise<string[]> {
  const found = await runCheck(checkSettings, readConfig(env))
  return found.map(({ level, text }) => `${level} ${text}`)
}

const own = { PUBLIC_URL: 'https://shop.example', TRUST_PROXY: '1' }

describe('the settings', () => {
  test.each([
    [own, 'ok All settings are valid.'],
    [{}, 'warn This is a demo shop'],
    [{ DEMO: '0' }, 'warn PUBLIC_URL is not set'],
    [{ PUBLIC_URL: 'http://shop.example' }, 'fail http://shop.example is not encrypted'],
    [{ PUBLIC_URL: 'https://shop.example' }, 'fail TRUST_PROXY is not set'],
    [{ ...own, HOST: '0.0.0.0' }, 'warn HOST=0.0.0.0 can be reached without the proxy'],
  ])('%j: %s', async (env, line) => {
    const [found, ...more] = await run(env)
    expect([found, more]).toEqual([expect.stringContaining(line), []])
  })

  test('name where the secrets are, and find that the file is damaged', async () => {
    const DATA_DIR = temporaryFolder('crema-doctor-')
    const env = { ...own, DATA_DIR, DATABASE_URL: 'postgres://127.0.0.1/crema' }
    expect(await run(env)).toEqual([expect.stringMatching(/^warn The secrets are in .*: set SECRETS to run/)])
    expect(readdirSync(DATA_DIR)).toEqual([])
    fileSecrets(DATA_DIR)
    expect(await run({ ...env, DATABASE_URL: '' })).toEqual(['ok All settings are valid.'])
    writeFileSync(join(DATA_DIR, 'secrets.json'), '{}')
    expect(await run(env)).toEqual([expect.stringMatching(/^fail .*secrets.json is damaged: restore it/)])
    expect(await run({ ...env, SECRETS: 'x'.repeat(32) })).toEqual(['ok All settings are valid.'])
    rmSync(DATA_DIR, { recursive: true })
  })
})

test('a check that hangs has failed', async () => {
  const hangs: Check = { name: 'hangs', run: () => new Promise(() => undefined) }
  expect(await runCheck(hangs, readConfig({}), 20)).toEqual([
    { name: 'hangs', level: 'fail', text: 'There was no answer within 0.02 s.' },
  ])
})
