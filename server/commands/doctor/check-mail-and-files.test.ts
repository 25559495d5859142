import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { diskStore } from '#server/media/disk-store.ts'
import { startS3Server } from '#test/s3/s3-server.ts'
import { startSmtpServer } from '#test/stand-ins/smtp-server.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { runCheck } from './check.ts'
import type { Check } from './check.ts'
import { checkDisk, checkMail, checkPictures, spaceOf, tryStore } from './check-mail-and-files.ts'

const GB = 1024 ** 3

let dataDir = ''
beforeEach(() => {
  dataDir = temporaryFolder('crema-doctor-')
  return () => rmSync(dataDir, { recursive: true, force: true })
})

/** Runs a check with these settings. Returns its results as lines, such as `fail It is broken.`. */
async function run(check: Check, env: NodeJS.ProcessEnv = {}): Promise<string[]> {
  const found = await runCheck(check, readConfig({ DATA_DIR: dataDir, ...env }))
  return found.map(({ level, text }) => `${level} ${text}`)
}

test('the mail server is connected to and signed in to, and no mail is sent', async () => {
  const server = await startSmtpServer()
  const mail = { MAIL_FROM: 'a@b.example', MAIL_TO: 'a@b.example' }
  expect((await run(checkMail, { ...mail, SMTP_URL: server.url }))[0]).toMatch(/^ok 127.0.0.1:\d+ accepts/)
  expect(server.commands.filter((command) => /^(MAIL|RCPT|DATA)/.test(command))).toEqual([])
  server.mode = 'refuse'
  const withPassword = server.url.replace('//', '//user:wrong@')
  expect((await run(checkMail, { ...mail, SMTP_URL: withPassword }))[0]).toMatch(
    /^fail .*Check host, port and password/,
  )
  await server.close()
  expect((await run(checkMail, { ...mail, SMTP_URL: server.url }))[0]).toMatch(/^fail .*ECONNREFUSED/)
  expect((await run(checkMail, {}))[0]).toMatch(/^warn SMTP_URL is not set/)
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

describe('the picture store', () => {
  test('saves, reads and deletes a picture, and keeps nothing', async () => {
    expect(await run(checkPictures)).toEqual(['ok A picture can be saved, read and deleted.'])
    expect(readdirSync(join(dataDir, 'images'))).toEqual([])
  })

  test('is broken if one of these does not work', async () => {
    const store = diskStore(join(dataDir, 'images'))
    const lineOf = async (broken: Partial<typeof store>) => {
      const { level, text } = await tryStore({ ...store, ...broken })
      return `${level} ${text}`
    }
    const refused = () => Promise.reject(new Error('403 Forbidden'))
    expect(await lineOf({ save: refused })).toBe(
      'fail The picture store does not work: 403 Forbidden. Check its address, its keys and its rights.',
    )
    expect(await lineOf({ find: async () => null })).toMatch(/^fail .* cannot be read again/)
    writeFileSync(join(dataDir, 'file'), '')
    expect((await tryStore(diskStore(join(dataDir, 'file')))).level).toBe('fail')
  })

  test('is not tried at imgBB, nor before the first start', async () => {
    expect((await run(checkPictures, { IMAGE_STORE: 'imgbb', IMGBB_KEY: 'k' }))[0]).toMatch(/^warn imgBB/)
    rmSync(dataDir, { recursive: true })
    expect((await run(checkPictures))[0]).toMatch(/^warn .* is not there yet/)
    expect(existsSync(dataDir)).toBe(false)
    mkdirSync(dataDir)
  })
})

describe('a picture store with the API of S3', () => {
  let s3: Awaited<ReturnType<typeof startS3Server>>
  beforeAll(async () => {
    s3 = await startS3Server()
  })
  afterAll(() => s3.dispose())

  test('works, refuses the key, has no such bucket, or cannot be reached', async () => {
    expect(await run(checkPictures, s3.env)).toEqual(['ok A picture can be saved, read and deleted.'])
    expect(await run(checkPictures, { ...s3.env, S3_SECRET_ACCESS_KEY: 'wrong' })).toEqual([
      expect.stringMatching(/^fail .* 403 SignatureDoesNotMatch: check the settings S3_/),
    ])
    expect(await run(checkPictures, { ...s3.env, S3_BUCKET: 'none' })).toEqual([
      expect.stringMatching(/^fail .* 404 NoSuchBucket: check the settings S3_/),
    ])
    expect(await run(checkPictures, { ...s3.env, S3_ENDPOINT: 'http://127.0.0.1:1' })).toEqual([
      expect.stringMatching(/^fail The picture store at http:\/\/127.0.0.1:1 does not work/),
    ])
  })
})
