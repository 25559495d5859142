import '#test/cheap-passwords.ts'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test, vi } from 'vitest'
import { imageAddress } from '#contract/values/images.ts'
import { copyPictures } from '#server/media/copy-pictures.ts'
import { diskFiles, fileNames } from '#server/media/disk-store.ts'
import { S3Client } from '#server/media/s3/s3-client.ts'
import { s3Files } from '#server/media/s3/s3-store.ts'
import { now } from '#server/platform/clock.ts'
import { runOwnersCommandHere } from '#test/commands.ts'
import { startS3Server } from '#test/s3/s3-server.ts'
import type { S3Server } from '#test/s3/s3-server.ts'
import { givenShop } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'

const IDS = ['0', '1', '2'].map((digit) => `${digit.repeat(16)}-aabbcc`)
const LATE = `${'0'.repeat(15)}a-aabbcc`

describe.each(anyStore)('npm run move-pictures on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let server: S3Server
  beforeAll(async () => void (server = await startS3Server()))
  afterAll(() => server.dispose())

  const folder = () => join(shop.store.dataDir, 'images')
  const disk = () => diskFiles(folder())
  const bucket = () => s3Files(new S3Client(server.settings))
  const run = (...args: string[]) =>
    runOwnersCommandHere('move-pictures', { ...shop.store, env: server.env }, args)
  const contentOf = (name: string) => Buffer.from(`the content of ${name}`)

  async function add(id: string, address = imageAddress(id)): Promise<void> {
    const row = { id, owner_id: 'owner', address, created_at: now() }
    await shop.database.write(({ tx }) => tx.insertInto('images').values(row).execute())
    for (const name of fileNames(id)) await disk().write(name, contentOf(name))
  }

  beforeEach(async () => {
    for (const id of IDS) await add(id)
  })
  afterEach(async () => {
    const client = new S3Client(server.settings)
    for (const name of [...IDS, LATE].flatMap(fileNames)) await client.delete(`images/${name}`)
    rmSync(folder(), { recursive: true })
    await shop.database.write(({ tx }) => tx.deleteFrom('images').execute())
  })

  const names = IDS.flatMap(fileNames)
  const bytes = names.reduce((sum, name) => sum + contentOf(name).length, 0)

  test('copies all files to the bucket and back, and says how many', async () => {
    const done = (to: string) => ({
      code: 0,
      said: `24 files with ${bytes} bytes were copied to ${to}, and 0 were there already. All of these were read back and compared.\n`,
      complained: '',
    })
    expect(await run('--to', 's3')).toEqual(done('s3'))
    for (const name of names) expect((await bucket().read(name))?.equals(contentOf(name))).toBe(true)
    rmSync(folder(), { recursive: true })
    expect(await run('--to', 'disk')).toEqual(done('disk'))
    for (const name of names) expect(readFileSync(join(folder(), name)).equals(contentOf(name))).toBe(true)
  })

  test('copies nothing again but what is missing or differs, after an interruption', async () => {
    const write = vi.fn(bucket().write)
    write.mockImplementation(async (name, content) => {
      if (name.startsWith('1')) throw new Error('interrupted')
      await bucket().write(name, content)
    })
    const cut = { from: disk(), to: { ...bucket(), write } }
    await expect(copyPictures(shop.database.read, cut)).rejects.toThrow('interrupted')
    const [first = ''] = names
    await bucket().write(first, Buffer.from('damaged'))
    expect(await copyPictures(shop.database.read, { from: disk(), to: bucket() })).toMatchObject({
      files: 17,
      same: 7,
      missing: [],
    })
    expect((await bucket().read(first))?.equals(contentOf(first))).toBe(true)
  })

  test('copies a picture that is uploaded while it runs, and does not miss one that is deleted then', async () => {
    const [first, second] = IDS
    let hasChanged = false
    const read = async (name: string) => {
      if (!hasChanged) {
        hasChanged = true
        await add(LATE)
        await shop.database.write(({ tx }) =>
          tx.deleteFrom('images').where('id', '=', String(second)).execute(),
        )
        for (const gone of fileNames(String(second))) rmSync(join(folder(), gone))
      }
      return disk().read(name)
    }
    const copied = await copyPictures(shop.database.read, { from: { ...disk(), read }, to: bucket() })
    expect(copied.missing).toEqual([])
    for (const id of [String(first), LATE])
      for (const name of fileNames(id)) expect(await bucket().read(name)).not.toBeNull()
  })

  test('fails if a copy is not what its source is', async () => {
    const to = { ...bucket(), write: (name: string) => bucket().write(name, Buffer.from('cut')) }
    await expect(copyPictures(shop.database.read, { from: disk(), to })).rejects.toThrow('differs')
  })

  test('names the missing files with exit code 1, and copies the others', async () => {
    const [gone = '', changed = ''] = names
    rmSync(join(folder(), gone))
    writeFileSync(join(folder(), changed), 'other')
    await add('f'.repeat(16), 'https://i.ibb.co/abc/photo.webp')
    const done = await run('--to', 's3')
    expect([done.code, done.said]).toEqual([1, ''])
    expect(done.complained).toMatch(new RegExp(`^${gone} is missing\\.\n23 files with `))
    expect(done.complained).toMatch(/1 pictures are at imgBB and stay there\.\n1 files are missing\.\n$/)
    expect(String(await bucket().read(changed))).toBe('other')
    expect(readdirSync(folder())).toContain(changed)
  })

  test.each([
    [['--to', 'attic'], /^Say where to: npm run move-pictures/],
    [[], /^Say where to: npm run move-pictures/],
  ])('refuses the arguments %j', async (args, message) => {
    const refused = await run(...args)
    expect([refused.code, refused.said]).toEqual([1, ''])
    expect(refused.complained).toMatch(message)
  })

  test('says in one sentence that there is no bucket, or that it does not work', async () => {
    await server.stop()
    const stopped = await run('--to', 's3')
    await server.start()
    expect(stopped.complained).toMatch(/^The picture store at http:\S+ does not work: .*\n$/)
    const none = await runOwnersCommandHere('move-pictures', shop.store, ['--to', 's3'])
    expect([none.code, none.complained]).toEqual([
      1,
      'The settings name no bucket. Set S3_ENDPOINT and the other S3_ settings.\n',
    ])
  })
})
