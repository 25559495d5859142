import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import type { Tables } from '#server/tables.ts'
import type { Kysely } from 'kysely'
import type { Database } from './database.ts'
import { columnsOf, fixedQuery } from './fixed-query.ts'
import { openDatabase } from './open-database.ts'

type Message = Tables['messages']

const columns = ['id', 'name', 'email', 'message', 'created_at', 'answered_at'] as const
const insert = fixedQuery((db: Kysely<Tables>, message: Message) =>
  db.insertInto('messages').values(columnsOf(message, columns)),
)
const find = fixedQuery((db: Kysely<Tables>, { name, least }: { name: string; least: number }) =>
  db
    .selectFrom('messages')
    .select(['id', 'name'])
    .where('created_at', '>=', least)
    .where('name', '=', name)
    .orderBy('id'),
)

describe.each(stores)('a fixed query on $name', ({ empty }) => {
  let store: Store
  let database: Database<Tables>
  beforeEach(async () => {
    store = await empty()
    database = await openDatabase<Tables>(store)
    await database.script(
      'CREATE TABLE IF NOT EXISTS messages (id TEXT PRIMARY KEY, name TEXT, email TEXT, message TEXT, created_at BIGINT, answered_at BIGINT)',
    )
  })
  afterEach(async () => {
    await database.close()
    await store.dispose()
  })

  const message = (id: string, name: string, at: number): Message => ({
    id,
    name,
    email: 'a@example.com',
    message: "it's 'quoted'",
    created_at: at,
    answered_at: null,
  })

  test('uses the values of each call, at any position in the statement', async () => {
    const messages = [
      message('1', 'Cora', 10),
      message('2', 'Dora', 20),
      message('3', 'Cora', 30),
      message('4', 'Cora', 5),
    ]
    await database.write(async ({ tx }) => {
      for (const one of messages) await insert(tx, one)
    })
    expect(await find(database.read, { name: 'Cora', least: 10 })).toEqual([
      { id: '1', name: 'Cora' },
      { id: '3', name: 'Cora' },
    ])
    expect(await find(database.read, { name: 'Dora', least: 0 })).toEqual([{ id: '2', name: 'Dora' }])
    expect(
      await database.read.selectFrom('messages').selectAll().where('id', '=', '1').executeTakeFirst(),
    ).toEqual(messages[0])
  })

  test('uses the list of each call, whatever its length', async () => {
    await database.write(async ({ tx }) => {
      for (let id = 10; id < 60; id++) await insert(tx, message(String(id), 'Cora', id))
    })
    const build = vi.fn((db: Kysely<Tables>, { ids, name }: { ids: string[]; name: string }) =>
      db.selectFrom('messages').select('id').where('id', 'in', ids).where('name', '=', name).orderBy('id'),
    )
    const some = fixedQuery(build)
    const found = async (ids: string[], name = 'Cora') =>
      (await some(database.read, { ids, name })).map(({ id }) => id)
    expect([
      await found(['10', '11']),
      await found(['12', '59']),
      await found(['12', '13'], 'Dora'),
      await found(['14']),
    ]).toEqual([['10', '11'], ['12', '59'], [], ['14']])
    expect(build).toHaveBeenCalledTimes(2)
    const many = Array.from({ length: 45 }, (_, index) => String(index + 10))
    expect([await found(many), await found(many.toReversed())]).toEqual([many, many])
  })

  test('is compiled once', async () => {
    const build = vi.fn((db: Kysely<Tables>, { id }: { id: string }) =>
      db.selectFrom('messages').select('id').where('id', '=', id),
    )
    const one = fixedQuery(build)
    for (const id of ['1', '2', '3']) await one(database.read, { id })
    expect(build).toHaveBeenCalledTimes(1)
  })
})
