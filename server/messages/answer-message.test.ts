import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { receiveMessage } from './receive-message.ts'

describe.each(stores)('a message of the contact form on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: mailSettings })
  let ada: TestPerson
  let id: string
  beforeAll(async () => void (ada = await shop.admin('Ada')))
  beforeEach(async () => {
    await shop.database.write(async ({ tx }) => {
      await tx.deleteFrom('messages').execute()
      await tx.deleteFrom('outbox').execute()
    })
    const received = { name: 'Cora', email: 'Cora@People.example', message: 'Hello?\r\nAnybody there?' }
    await receiveMessage(shop.database, received, false)
    id = (await messages())[0]?._id ?? ''
  })

  const messages = async () => (await ada.call('GET /messages', { query: {} })).answer
  const waiting = async () => (await ada.call('GET /waiting', {})).answer.messages
  const answer = (text: string) => ada.send('POST /messages/{id}/replies', { params: { id }, body: { text } })
  const mails = () => shop.database.read.selectFrom('outbox').selectAll().orderBy('id').execute()

  test('waits until it is answered by a mail, which is sent once', async () => {
    expect([await waiting(), (await messages())[0]]).toEqual([
      1,
      expect.not.objectContaining({ answeredAt: expect.anything() }),
    ])
    const answers = await Promise.all([answer('We are here.'), answer('We are here.')])
    expect(answers.map((one) => one.answer.modifiedCount).toSorted()).toEqual([0, 1])
    expect(await mails()).toMatchObject([
      {
        recipient: 'cora@people.example',
        reply_to: '',
        subject: expect.stringMatching(/^Your message to /),
        body: 'We are here.\n\n> Hello?\n> Anybody there?\n',
      },
    ])
    expect([await waiting(), await messages()]).toMatchObject([0, [{ answeredAt: expect.any(Number) }]])
    const [entry] = (await ada.call('GET /audit', { query: { limit: '1' } })).answer
    expect(entry).toMatchObject({ action: 'answered message', subject: id })
    await shop.database.write(({ tx }) => tx.updateTable('outbox').set({ status: 'failed' }).execute())
    expect((await answer('We are here.')).answer.modifiedCount).toBe(1)
    await shop.database.write(({ tx }) => tx.deleteFrom('outbox').where('status', '=', 'failed').execute())
    expect((await answer('One more thing.')).answer.modifiedCount).toBe(1)
    expect(await mails()).toHaveLength(2)
  })

  test('is marked as answered without a mail, and as open again', async () => {
    const mark = (isAnswered: boolean) =>
      ada.call('PUT /messages/{id}', { params: { id }, body: { isAnswered } })
    await mark(true)
    expect([await waiting(), await mails()]).toEqual([0, []])
    await mark(false)
    expect([await waiting(), (await messages())[0]?.answeredAt]).toEqual([1, undefined])
  })
})
