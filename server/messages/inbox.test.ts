import '#test/cheap-passwords.ts'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { deliverMail } from '#server/mail/deliver-mail.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { OutboxRow } from '#server/tables/mail-rows.ts'
import { walk } from '#test/pages-of-rows.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { receiveMessage } from './receive-message.ts'

describe.each(stores)('the inbox and the outbox on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  beforeAll(async () => void (ada = await shop.admin('Ada')))
  afterEach(async () => {
    await shop.database.write(async ({ tx }) => {
      await tx.deleteFrom('messages').execute()
      await tx.deleteFrom('outbox').execute()
    })
  })

  const write = (name: string) =>
    receiveMessage(shop.database, { name, email: 'cora@people.example', message: `From ${name}` }, true)
  const outbox = async () => (await ada.call('GET /outbox', { query: {} })).answer
  const retry = (id: string | undefined) => ada.call('PUT /outboxRetry/{id}', { params: { id: String(id) } })

  async function failedMail(given: Partial<OutboxRow> = {}): Promise<string> {
    const id = newId()
    const mail = {
      id,
      reply_to: 'a@b.example',
      subject: 'S',
      body: 'B',
      status: 'failed' as const,
      tries: 8,
      next_try_at: now() + 1e9,
      error: 'mailbox is full',
      created_at: now(),
      sent_at: null,
    }
    await shop.database.write(({ tx }) =>
      tx
        .insertInto('outbox')
        .values({ ...mail, ...given })
        .execute(),
    )
    return id
  }

  test('show the received messages and the mails about them, newest first', async () => {
    await write('First')
    await write('Second\nSubject: forged')
    const at = expect.closeTo(Date.now(), -5)
    const messages = (await ada.call('GET /messages', { query: {} })).answer
    expect(messages).toMatchObject([{ name: 'Second\nSubject: forged' }, { name: 'First' }])
    expect(messages[1]).toEqual({
      _id: expect.any(String),
      name: 'First',
      email: 'cora@people.example',
      message: 'From First',
      receivedAt: at,
    })
    const mails = await outbox()
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Message from Second Subject: forged',
      'Message from First',
    ])
    expect(mails[1]).toEqual({
      _id: expect.any(String),
      replyTo: 'cora@people.example',
      subject: 'Message from First',
      status: 'waiting',
      tries: 0,
      createdAt: at,
    })
  })

  test('contain each row once, page by page, also while rows are added', async () => {
    for (let at = 0; at < 7; at++) await write(`Number ${at}`)
    for (const table of ['GET /messages', 'GET /outbox'] as const) {
      let more = 3
      const between = async () => {
        if ((more -= 1) >= 0) await write('Late')
      }
      const pages = await walk(ada, { table, query: { limit: '2' }, between })
      const ids = pages.flat().map(({ _id }) => _id)
      expect(pages[0]).toHaveLength(2)
      expect(ids).toEqual([...new Set(ids)].toSorted().toReversed())
      expect(ids.length).toBeGreaterThanOrEqual(7)
      expect((await ada.send(table, { query: { limit: '101' } })).status).toBe(422)
    }
  })

  test('show why a mail failed, and a retry sends it at once and counts its tries from the start', async () => {
    const id = await failedMail()
    expect(await outbox()).toMatchObject([{ _id: id, status: 'failed', tries: 8, error: 'mailbox is full' }])
    expect((await retry(id)).answer).toEqual({ acknowledged: true, modifiedCount: 1 })
    const [entry] = (await ada.call('GET /audit', { query: { limit: '1' } })).answer
    expect(entry).toMatchObject({ who: ada.email, action: 'retried mail', subject: 'S' })
    const [again] = await outbox()
    expect(again).toMatchObject({ _id: id, status: 'waiting', tries: 0 })
    expect(again).not.toHaveProperty('error')
    const send = vi.fn(async () => undefined)
    await deliverMail({
      database: shop.database,
      mailer: { send },
      composer: { compose: async ({ body }) => ({ text: body, sender: 'Hill' }) },
      ownerAddress: 'ada@people.example',
    })
    expect(send).toHaveBeenCalledTimes(1)
    expect(await outbox()).toMatchObject([{ _id: id, status: 'sent', tries: 1, sentAt: expect.any(Number) }])
  })

  test('allow a retry for failed mails only, once each', async () => {
    const sent = await failedMail({ status: 'sent', sent_at: 5 })
    const waiting = await failedMail({ status: 'waiting', tries: 3 })
    const failed = await failedMail()
    const answers = await Promise.all([sent, waiting, 'nothing', failed, failed].map(retry))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404])
    expect(await outbox()).toMatchObject([
      { status: 'waiting', tries: 0 },
      { status: 'waiting', tries: 3 },
      { status: 'sent', tries: 8 },
    ])
  })
})
