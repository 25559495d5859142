import '#test/cheap-passwords.ts'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from '#server/platform/database/migrations.ts'
import { openSqlite } from '#server/platform/database/sqlite.ts'
import { findSleep } from '#server/shop/sleep.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import { runOwnersCommandHere } from '#test/commands.ts'
import { migrateStore, migrationsFolder } from '#test/postgres/global-setup.ts'
import { openTestShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { packFiles, sealBackup } from './backup-file.ts'

/** A test timeout in milliseconds that is long enough on a busy machine. */
const PATIENT = { timeout: 120_000 }

describe.each(stores)('restoring to $name', ({ name: dialect, fresh, empty }) => {
  let source: Store
  let good: string
  let store: Store
  beforeAll(async () => {
    const [first] = stores
    source = await (first?.fresh ?? fresh)()
    const shop = await openTestShop(source)
    await shop.person('Cora')
    await shop.close()
    mkdirSync(join(source.dataDir, 'images'), { recursive: true })
    writeFileSync(join(source.dataDir, 'images/a-240.webp'), 'the bytes of a picture')
    good = join(source.dataDir, 'good.db')
    await runOwnersCommandHere('backup', source, [good])
  })
  beforeEach(async () => {
    const outer = await empty()
    // The data folder is inside another folder, so that a test can check that a restore writes no file beside the data
    // folder.
    store = { ...outer, dataDir: join(outer.dataDir, 'shop') }
    mkdirSync(store.dataDir)
  })
  afterEach(() => store.dispose())
  afterAll(() => source.dispose())

  const restore = (file: string) => runOwnersCommandHere('restore', store, [file])

  /** Copies the good backup, passes the copy to `spoil`, which damages it, and returns the path of the copy. */
  function spoilt(spoil: (file: string) => void): string {
    const file = join(source.dataDir, `spoilt-${readdirSync(source.dataDir).length}.db`)
    copyFileSync(good, file)
    spoil(file)
    return file
  }

  /** Makes a backup in which `statement` was run before its checksum was computed. */
  function changed(statement: string): string {
    return spoilt((file) => {
      const archive = new DatabaseSync(file)
      archive.exec(statement)
      const pages = archive.prepare(
        'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
      )
      const bytes = Number(pages.get()?.['bytes'])
      archive.close()
      truncateSync(file, bytes)
      sealBackup(file)
    })
  }

  /** Makes a backup in which one bit is changed: in the first byte of `text`, or in the byte at the index `text`. */
  function flipped(text: string | number): string {
    return spoilt((file) => {
      const bytes = readFileSync(file)
      const at = typeof text === 'number' ? text : bytes.indexOf(text)
      expect(at, `${text}`).toBeGreaterThan(0)
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
      writeFileSync(file, bytes)
    })
  }

  const check = (file: string) => runOwnersCommandHere('check-backup', store, [file])

  test.each([
    ['a picture', 'the bytes of a picture', / Damaged: images\/a-240\.webp\.$/],
    ['the secrets', '{\n  "', / Damaged: secrets\.json\.$/],
    ['a name', 'Cora', / Damaged: the table \w+\.$/],
    ['the words before the checksum', 'crema backup, ', /its checksum is wrong\.$/],
  ])('a changed bit in %s is found by both commands', async (_what, text, sentence) => {
    const file = flipped(text)
    for (const outcome of [await restore(file), await check(file)]) {
      expect([outcome.code, outcome.said]).toEqual([1, ''])
      expect(outcome.complained.trim()).toMatch(/^\S+ is not as it was written: its checksum is wrong\./)
      expect(outcome.complained.trim()).toMatch(sentence)
    }
    expect(readdirSync(store.dataDir)).toEqual([])
  })

  test('a changed bit anywhere is found', PATIENT, async () => {
    const { size } = statSync(good)
    expect(await check(good)).toEqual({
      code: 0,
      said: `${good} is a complete backup: the books and 2 files.\n`,
      complained: '',
    })
    for (let n = 0; n < 40; n += 1) {
      const at = size - 1 - Math.floor((n * (size - 1)) / 40)
      expect((await check(flipped(at))).code, `byte ${at}`).toBe(1)
    }
  })

  test('a backup that lost its end is refused', async () => {
    const cut = spoilt((file) => truncateSync(file, statSync(file).size - 1))
    expect((await restore(cut)).complained).toMatch(/is not as it was written: its checksum is wrong\.\n$/)
  })

  const noBackups: [string, () => string, RegExp][] = [
    ['a file that is not there', () => join(source.dataDir, 'nothing.db'), /^There is no .*nothing\.db\.$/],
    [
      'a text',
      () => spoilt((file) => writeFileSync(file, 'A shop, once. '.repeat(500))),
      /is no backup of a shop, or it is damaged\.$/,
    ],
    [
      'an empty file',
      () => spoilt((file) => writeFileSync(file, '')),
      /is no backup of a shop, or it is damaged\.$/,
    ],
    [
      'the database of a shop, which is not a backup',
      () => changed('DROP TABLE archived_files'),
      /is no backup of a shop, or it is damaged\.$/,
    ],
    [
      'half a backup',
      () => spoilt((file) => truncateSync(file, Math.floor(statSync(file).size / 2))),
      /is (no backup of a shop, or it is damaged|not as it was written: its checksum is wrong)\./,
    ],
    [
      'a backup with a hole',
      () => spoilt((file) => writeSync(openSync(file, 'r+'), Buffer.alloc(8192), 0, 8192, 8192)),
      /is not as it was written: its checksum is wrong\./,
    ],
    [
      'a backup that names a file elsewhere',
      () => changed("INSERT INTO archived_files VALUES ('../elsewhere.txt', x'00')"),
      /^The backup names a file outside of its folder: \.\.\/elsewhere\.txt$/,
    ],
    [
      'a backup that names a file of the system',
      () => changed("INSERT INTO archived_files VALUES ('/tmp/elsewhere.txt', x'00')"),
      /^The backup names a file outside of its folder/,
    ],
    [
      'a backup with a file that is not a BLOB',
      () => changed("INSERT INTO archived_files VALUES ('images/a.webp', 5)"),
      /^The backup is damaged\.$/,
    ],
  ]
  test.each(noBackups)(
    '%s is refused in one sentence, and the folder stays empty',
    async (_what, make, sentence) => {
      const { code, said, complained } = await restore(make())
      expect([code, said, complained.split('\n').length]).toEqual([1, '', 2])
      expect(complained.trim()).toMatch(sentence)
      expect(readdirSync(store.dataDir)).toEqual([])
      expect(existsSync(join(store.dataDir, '../elsewhere.txt'))).toBe(false)
    },
  )

  test('a folder that is not empty is refused and stays unchanged', async () => {
    writeFileSync(join(store.dataDir, 'notes.txt'), 'mine')
    const { code, complained } = await restore(good)
    expect([code, complained]).toEqual([
      1,
      `${store.dataDir} is not empty. Restore into an empty folder, set by DATA_DIR.\n`,
    ])
    expect([readdirSync(store.dataDir), readFileSync(join(store.dataDir, 'notes.txt'), 'utf8')]).toEqual([
      ['notes.txt'],
      'mine',
    ])
  })

  test('succeeds after a failed try', PATIENT, async () => {
    expect(
      (await restore(changed("INSERT INTO archived_files VALUES ('../elsewhere.txt', x'00')"))).code,
    ).toBe(1)
    expect(await restore(good)).toMatchObject({ code: 0, complained: '' })
    const shop = await openTestShop(store)
    const { answer } = await shop.call('POST /auth/sign-in', {
      body: { email: 'cora@people.example', password: 'secret of Cora' },
    })
    expect(answer.user).toMatchObject({ name: 'Cora' })
    await shop.close()
  })

  test('migrates a backup of an older version', PATIENT, async () => {
    expect(await restore(await olderBackup())).toMatchObject({ code: 0, complained: '' })
    expect(readdirSync(store.dataDir).filter((name) => name.startsWith('restore-'))).toEqual([])
    // On SQLite, a restore does not migrate the database. The test migrates it, as the shop does at its start.
    await migrateStore(store)
    const shop = await openTestShop(store)
    // The backup is older than the columns `brand` and `bag`. The migration that adds them fills them from the
    // catalogue.
    const { rows } = await sql`SELECT id, brand, bag FROM cart_items`.execute(shop.database.read)
    expect(rows).toEqual([{ id: 'line', brand: 'Blue Hill', bag: null }])
    await shop.close()
  })

  /**
   * Makes a backup of a database to which only the first ten migrations were applied, with one line in a cart. Returns
   * the path of the backup.
   */
  async function olderBackup(): Promise<string> {
    const folder = mkdtempSync(join(source.dataDir, 'older-'))
    const migrations = join(folder, 'migrations')
    mkdirSync(migrations)
    for (const name of readdirSync(migrationsFolder).filter((file) => file < '0011'))
      copyFileSync(join(migrationsFolder, name), join(migrations, name))
    const older = openSqlite(folder)
    await migrate(older, migrations)
    await older.close()
    const archive = new DatabaseSync(join(folder, 'crema.db'))
    archive.exec(`
      INSERT INTO brands (id, owner_id, name, img, rating, created_at) VALUES ('brand', 'u', 'Blue Hill', '', 5, 0);
      INSERT INTO coffees (id, owner_id, brand_id, name, about, img, price_cents, rating, created_at)
        VALUES ('coffee', 'u', 'brand', 'Espresso', '', '', 500, 5, 0);
      INSERT INTO cart_items (id, user_id, email, customer, product_id, product_name, img, price_cents, rating, created_at)
        VALUES ('line', 'u', 'cora@people.example', 'Cora', 'coffee', 'Espresso', '', 500, 5, 0);
      PRAGMA journal_mode=DELETE`)
    packFiles(archive, folder)
    archive.close()
    return join(folder, 'crema.db')
  }

  test.each([
    [
      'sleeps if it has mails to send',
      "INSERT INTO outbox (id, reply_to, subject, body, status, tries, next_try_at, created_at) VALUES ('m', '', 'S', 'B', 'waiting', 0, 0, 1)",
      'restored',
    ],
    ['is awake if it has none', 'SELECT 1', undefined],
  ])('a shop %s', async (_what, statement, reason) => {
    expect((await restore(changed(statement))).code).toBe(0)
    const database = await openShopDatabase(store)
    const sleep = await findSleep(database.read)
    await database.close()
    expect(sleep?.reason).toBe(reason)
  })

  test('without a file name prints what is missing', async () => {
    expect(await runOwnersCommandHere('restore', store, [])).toMatchObject({
      code: 1,
      complained: 'Say what: npm run restore -- crema-backup.db\n',
    })
  })

  describe.skipIf(dialect === 'sqlite')('to a database server', () => {
    const rows = async () => {
      const database = await openShopDatabase(store)
      const users = await database.read.selectFrom('users').select('name').execute()
      const accounts = await database.read.selectFrom('accounts').select('email').execute()
      await database.close()
      return { users: users.length, accounts: accounts.length }
    }

    test('that contains a shop is refused and stays unchanged, also one of an older version', async () => {
      await migrateStore(store)
      const shop = await openTestShop({ ...store, dataDir: source.dataDir })
      await shop.person('Dora')
      await shop.close()
      const database = await openShopDatabase(store)
      await database.script("DELETE FROM migrations WHERE name = '0001_shop.sql'")
      await database.close()
      const { code, complained } = await restore(good)
      expect([code, complained]).toEqual([
        1,
        'The database of DATABASE_URL is not empty. Restore into an empty one.\n',
      ])
      expect([readdirSync(store.dataDir), await rows()]).toEqual([[], { users: 1, accounts: 1 }])
    })

    test(
      'leaves neither files nor rows if a row cannot be stored, and the next try succeeds',
      PATIENT,
      async () => {
        const { code } = await restore(changed('ALTER TABLE locks ADD COLUMN unheard_of TEXT'))
        expect([code, readdirSync(store.dataDir), await rows()]).toEqual([1, [], { users: 0, accounts: 0 }])
        expect((await restore(good)).code).toBe(0)
        expect(await rows()).toEqual({ users: 1, accounts: 1 })
      },
    )
  })
})
