import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newId } from '#server/platform/clock.ts'
import { DatabaseUnusable } from '#server/platform/database/database-errors.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { RecordingMailer } from '#test/stand-ins/recording-mailer.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { MailComposer } from './compose-mail.ts'
import { deliverMail } from './deliver-mail.ts'
import type { Mailer } from './mailer.ts'
import { claimMail, queueAgain } from './queries.ts'
import { queueMails } from './queue-mail.ts'

const MINUTE = 60_000

/** Returns the content of mails without rendering it. A mail whose data was deleted has no content. */
const composer: Pick<MailComposer, 'compose'> = {
  compose: async ({ template, body, data }) =>
    template !== null && data === null ? null : { text: data ?? body, sender: 'Hill' },
}

const rendering = new MailComposer({
  publicUrl: 'https://shop.example',
  render: async (subject, props) => ({ text: `${subject} ${JSON.stringify(props)}`, html: '<p>mail</p>' }),
  shopName: async () => 'Hill',
  readReceipt: async () => null,
  keyOfGuest: async () => null,
})

describe.each(stores)('the mails in the outbox on $name', ({ name, fresh }) => {
  let store: Store
  let opened: ShopDatabase
  /** The database with the time of this process, which the tests set. */
  let database: ShopDatabase
  beforeAll(async () => {
    store = await fresh()
    opened = await openShopDatabase(store)
    database = { ...opened, time: async () => Date.now() }
  })
  afterAll(async () => {
    await opened.close()
    await store.dispose()
  })
  beforeEach(async () => {
    await database.write(({ tx }) => tx.deleteFrom('outbox').execute())
    vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
  })
  afterEach(() => vi.useRealTimers())

  async function put(subject: string, given: { dueIn?: number; recipient?: string } = {}): Promise<string> {
    const { dueIn = 0, recipient = null } = given
    const id = newId()
    const mail = {
      id,
      recipient,
      reply_to: 'cora@people.example',
      subject,
      body: 'Hello',
      tries: 0,
      next_try_at: Date.now() + dueIn,
      error: null,
      created_at: Date.now(),
      sent_at: null,
    }
    await database.write(({ tx }) =>
      tx
        .insertInto('outbox')
        .values({ ...mail, status: 'waiting' })
        .execute(),
    )
    return id
  }

  /** Delivers the mails that are due. The function `send` replaces a real mailer. */
  const deliver = (send: Mailer['send'], on = database, stopping?: AbortSignal) =>
    deliverMail({ database: on, mailer: { send }, composer, ownerAddress: 'owner@coffee.example' }, stopping)
  /** Queues the mail for a user who forgot the password. The link in the mail is valid until `expiresAt`. */
  const queueReset = (expiresAt: number) =>
    database.write(({ tx }) =>
      queueMails(tx, [
        {
          recipient: 'cora@people.example',
          replyTo: null,
          subject: 'New\r\npassword',
          data: { template: 'password-reset', name: 'Cora', token: 'secret', expiresAt },
        },
      ]),
    )
  const rows = () => database.read.selectFrom('outbox').selectAll().orderBy('id').execute()
  const later = (ms: number) => vi.setSystemTime(Date.now() + ms)

  test('are sent once when they are due', async () => {
    const id = await put('Due')
    await put('Not yet', { dueIn: MINUTE })
    const send = vi.fn<Mailer['send']>(async () => undefined)
    await deliver(send)
    await deliver(send)
    expect(send.mock.calls).toEqual([
      [
        {
          id,
          sender: 'Hill',
          to: 'owner@coffee.example',
          subject: 'Due',
          replyTo: 'cora@people.example',
          text: 'Hello',
        },
        expect.any(AbortSignal),
      ],
    ])
    expect(await rows()).toMatchObject([
      { status: 'sent', tries: 1, sent_at: Date.now(), error: null },
      { status: 'waiting' },
    ])
  })

  test('are retried after 1, 2, 4 … minutes and given up after eight tries', async () => {
    await put('Unlucky')
    const waits: number[] = []
    const send = vi.fn<Mailer['send']>(async () => Promise.reject(new Error('mailbox is full')))
    while ((await rows())[0]?.status === 'waiting' && waits.length < 20) {
      await deliver(send)
      const [row] = await rows()
      const wait = (row?.next_try_at ?? 0) - Date.now()
      waits.push(wait / MINUTE)
      later(wait - 1)
      await deliver(send)
      later(1)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128])
    expect(send).toHaveBeenCalledTimes(8)
    expect(await rows()).toMatchObject([
      { status: 'failed', tries: 8, error: 'mailbox is full', sent_at: null },
    ])
    await deliver(send)
    expect(send).toHaveBeenCalledTimes(8)
  })

  test('are not sent while the database refuses writes', async () => {
    await put('Due')
    const refused = { ...database, write: () => Promise.reject(new DatabaseUnusable('no lease')) }
    const send = vi.fn<Mailer['send']>(async () => undefined)
    await expect(deliver(send, refused)).rejects.toThrow('no lease')
    expect(send).not.toHaveBeenCalled()
    await deliver(send)
    expect(send).toHaveBeenCalledTimes(1)
  })

  test('are retried after a minute if their result could not be stored, and then sent once by two processes', async () => {
    await put('Unrecorded')
    let isRefused = false
    const refusing = {
      ...database,
      write: ((work) =>
        isRefused
          ? Promise.reject(new DatabaseUnusable('no lease'))
          : database.write(work)) satisfies ShopDatabase['write'],
    }
    const send = vi.fn<Mailer['send']>(async () => void (isRefused = true))
    await expect(deliver(send, refusing)).rejects.toThrow('no lease')
    await deliver(send)
    expect(send).toHaveBeenCalledTimes(1)
    later(MINUTE)
    await Promise.all([deliver(send), deliver(send)])
    expect(send).toHaveBeenCalledTimes(2)
    expect(await rows()).toMatchObject([{ status: 'sent', tries: 2 }])
  })

  test('are sent although another mail fails', async () => {
    await put('Bad')
    await put('Good')
    await deliver(async ({ subject }) => {
      if (subject === 'Bad') throw new Error('no')
    })
    expect((await rows()).map(({ status }) => status)).toEqual(['waiting', 'sent'])
  })

  test('are retried if the mail server does not answer, and do not keep others from being sent', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
    await put('Stalled')
    await put('Good')
    await deliver(async ({ subject }, enough) => {
      if (subject === 'Stalled') enough.throwIfAborted()
    })
    expect(await rows()).toMatchObject([
      { status: 'waiting', tries: 1, error: 'The mail server took too long.' },
      { status: 'sent' },
    ])
  })

  test('are put back if the shop closes while they are in flight, and no further mail is sent', async () => {
    await put('Under way')
    await put('Next')
    const all = new AbortController()
    const send = vi.fn<Mailer['send']>(
      (_mail, enough) =>
        new Promise((_resolve, reject) =>
          enough.addEventListener('abort', () => reject(new Error('stopped'))),
        ),
    )
    const delivering = deliver(send, database, all.signal)
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1))
    all.abort()
    await delivering
    expect(send).toHaveBeenCalledTimes(1)
    expect(await rows()).toMatchObject([
      { status: 'waiting', tries: 0 },
      { status: 'waiting', tries: 0 },
    ])
  })

  test('are due if the clock was set back far behind the time of their next try', async () => {
    later(24 * 60 * MINUTE)
    await put('From tomorrow')
    later(-24 * 60 * MINUTE)
    await put('At its time', { dueIn: 128 * MINUTE })
    await deliver(async () => undefined)
    expect((await rows()).map(({ subject, status }) => [subject, status]).toSorted()).toEqual([
      ['At its time', 'waiting'],
      ['From tomorrow', 'sent'],
    ])
  })

  test('are sent by a later try after the first one failed', async () => {
    await put('Patient')
    await deliver(async () => Promise.reject(new Error('down')))
    later(MINUTE)
    await deliver(async () => undefined)
    expect(await rows()).toMatchObject([{ status: 'sent', tries: 2, error: null }])
  })

  test('go to their own recipient, or to the owner, whose address is not stored', async () => {
    await put('To the owner')
    await put('To Cora', { recipient: 'cora@people.example' })
    const mailer = new RecordingMailer()
    await deliverMail({ database, mailer, composer, ownerAddress: 'owner@coffee.example' })
    expect(mailer.accepted.map(({ subject, to }) => [subject, to])).toEqual([
      ['To the owner', 'owner@coffee.example'],
      ['To Cora', 'cora@people.example'],
    ])
    expect(await rows()).toMatchObject([
      { recipient: null, status: 'sent' },
      { recipient: 'cora@people.example', status: 'sent' },
    ])
  })

  test('go to the address that the owner has at the time of a retry', async () => {
    await put('To the owner')
    const mailer = new RecordingMailer()
    mailer.mode = 'refuse'
    await deliverMail({ database, mailer, composer, ownerAddress: 'mistyped@coffee.example' })
    mailer.mode = 'accept'
    later(MINUTE)
    await deliverMail({ database, mailer, composer, ownerAddress: 'owner@coffee.example' })
    expect(mailer.accepted.map(({ to }) => to)).toEqual(['owner@coffee.example'])
  })

  test('are composed from their template when they are sent, with replies to the shop', async () => {
    const at = Date.now() + 30 * MINUTE
    await queueReset(at)
    const mailer = new RecordingMailer()
    later(MINUTE)
    await deliverMail({ database, mailer, composer: rendering, ownerAddress: 'owner@coffee.example' })
    expect(mailer.accepted).toMatchObject([
      {
        to: 'cora@people.example',
        replyTo: 'owner@coffee.example',
        subject: 'New password',
        text: 'New password {"template":"password-reset","name":"Cora","link":"https://shop.example/resetPassword#secret","minutes":29}',
        html: '<p>mail</p>',
      },
    ])
    expect(await rows()).toMatchObject([{ status: 'sent', data: null }])
  })

  test.each([
    { template: 'subscription-code', name: 'Cora' },
    { template: 'withdrawal-link', name: 'Cora', number: 7 },
    { template: 'gift', orderId: 'order', name: 'Cora', recipient: 'Rui', deliveries: 3 },
    { template: 'watch-link', name: '', product: 'Espresso', page: '/backInStock' },
  ] as const)('keep no secret of a $template once they are sent', async (about) => {
    const data = { ...about, token: 'secret', expiresAt: Date.now() + MINUTE }
    await database.write(({ tx }) =>
      queueMails(tx, [{ recipient: 'cora@people.example', replyTo: null, subject: 'Hello', data }]),
    )
    await deliver(async () => undefined)
    expect(await rows()).toMatchObject([{ status: 'sent', data: null }])
  })

  test('have the code of a gift, and show nothing else of its order', async () => {
    const about = { orderId: 'order', name: 'Cora', recipient: 'Rui', deliveries: 3, token: '7K3M' } as const
    const mail = { recipient: 'cora@people.example', replyTo: null, subject: 'Your gift' }
    await database.write(({ tx }) => queueMails(tx, [{ ...mail, data: { template: 'gift', ...about } }]))
    const mailer = new RecordingMailer()
    await deliverMail({ database, mailer, composer: rendering, ownerAddress: 'owner@coffee.example' })
    expect(mailer.accepted.map(({ text }) => text)).toEqual([
      'Your gift {"template":"gift","name":"Cora","recipient":"Rui","deliveries":3,"code":"7K3M","link":"https://shop.example/gift#7K3M"}',
    ])
  })

  test('keep no secret data once they are sent or given up', async () => {
    const secret = async () => (await rows()).map(({ status, data }) => [status, data])
    await queueReset(Date.now() + 30 * MINUTE)
    const refuse = async () => Promise.reject(new Error('down'))
    await deliver(refuse)
    expect(await secret()).toEqual([['waiting', expect.stringContaining('secret')]])
    for (let tries = 1; tries < 8; tries++) {
      later(2 ** tries * MINUTE)
      await deliver(refuse)
    }
    expect(await secret()).toEqual([['failed', null]])
    const [{ id } = { id: '' }] = await rows()
    expect(await database.write(({ tx }) => queueAgain(tx, id))).toBeUndefined()
  })

  test('to a deleted user keep neither the name nor the address when they are given up', async () => {
    const recipient = 'cora@people.example'
    const data = { template: 'account-deleted', name: 'Cora' } as const
    await database.write(({ tx }) =>
      queueMails(tx, [{ recipient, replyTo: null, subject: 'Your account is deleted', data }]),
    )
    for (let tries = 0; tries < 8; tries++) {
      await deliver(async () => Promise.reject(new Error(`550 No such user: ${recipient}`)))
      later(2 ** 7 * MINUTE)
    }
    const [row] = await rows()
    expect(row).toMatchObject({ status: 'failed', error: 'The mail server did not accept this mail.' })
    expect(JSON.stringify(row).toLowerCase()).not.toContain('cora@')
  })

  test('are given up without a try once their link has expired', async () => {
    await queueReset(Date.now() + 30 * MINUTE)
    later(31 * MINUTE)
    const mailer = new RecordingMailer()
    const delivery = { database, mailer, ownerAddress: 'owner@coffee.example' }
    await deliverMail({ ...delivery, composer: rendering })
    expect(mailer.accepted).toEqual([])
    expect(await rows()).toMatchObject([
      { status: 'failed', data: null, error: 'What this mail was about has expired or no longer exists.' },
    ])
  })

  test('keep all their tries while the database cannot be read', async () => {
    await put('Patient')
    const unreadable = { compose: async () => Promise.reject(new DatabaseUnusable('gone')) }
    const mailer = new RecordingMailer()
    const delivery = { database, mailer, ownerAddress: 'owner@coffee.example' }
    for (let times = 0; times < 9; times++) await deliverMail({ ...delivery, composer: unreadable })
    expect(await rows()).toMatchObject([{ status: 'waiting', tries: 0, error: null }])
    await deliverMail({ ...delivery, composer })
    expect(mailer.accepted).toMatchObject([{ subject: 'Patient' }])
  })

  test('for resetting a password are sent before all others', async () => {
    await put('An hour late', { dueIn: -60 * MINUTE })
    await queueReset(Date.now() + 30 * MINUTE)
    const mailer = new RecordingMailer()
    const delivery = { database, mailer, ownerAddress: 'owner@coffee.example' }
    await deliverMail({ ...delivery, composer: rendering })
    expect(mailer.accepted.map(({ subject }) => subject)).toEqual(['New password', 'An hour late'])
  })

  test('about an order that does not exist are given up', async () => {
    await database.write(({ tx }) =>
      queueMails(tx, [
        {
          recipient: 'cora@people.example',
          replyTo: null,
          subject: 'Your order',
          data: { template: 'order-confirmation', orderId: 'no such order' },
        },
      ]),
    )
    const mailer = new RecordingMailer()
    const delivery = { database, mailer, ownerAddress: 'owner@coffee.example' }
    await deliverMail({ ...delivery, composer: rendering })
    expect([mailer.accepted, (await rows()).map(({ status }) => status)]).toEqual([[], ['failed']])
  })

  test('are sent once by two processes that deliver at the same time', async () => {
    const another = await openShopDatabase(store)
    const other = { ...another, time: database.time }
    const ids: string[] = []
    for (let count = 0; count < 20; count++) ids.push(await put(`Number ${count}`))
    const mailers = [new RecordingMailer(), new RecordingMailer()]
    const delivering = [database, other].map((on, at) =>
      deliver(async (mail, signal) => {
        await new Promise((resolve) => setTimeout(resolve, 5))
        await mailers[at]?.send(mail, signal)
      }, on),
    )
    await Promise.all(delivering)
    const sent = mailers.map(({ accepted }) => accepted.map(({ id }) => id))
    expect(sent.flat().toSorted()).toEqual(ids.toSorted())
    for (const ofOne of sent) expect(ofOne).not.toEqual([])
    await another.close()
  })

  test.skipIf(name === 'sqlite')('are sent once by two processes with different clocks', async () => {
    vi.useRealTimers()
    await put('Due', { dueIn: -MINUTE })
    const again = vi.fn<Mailer['send']>(async () => undefined)
    const send = vi.fn<Mailer['send']>(async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * MINUTE })
      await deliver(again, opened)
    })
    await deliver(send, opened)
    expect([send.mock.calls.length, again.mock.calls.length]).toEqual([1, 0])
    expect(await rows()).toMatchObject([{ status: 'sent', tries: 1 }])
  })

  test('of a process that was killed are sent once its claim has expired, and not before', async () => {
    await put('Claimed')
    const claimed = await database.write(({ tx }) => claimMail(tx, { at: Date.now(), from: 0 }))
    expect(claimed).toMatchObject({ subject: 'Claimed', tries: 1 })
    const send = vi.fn<Mailer['send']>(async () => undefined)
    later(MINUTE - 1)
    await deliver(send)
    expect(send).not.toHaveBeenCalled()
    later(1)
    await deliver(send)
    expect(send).toHaveBeenCalledTimes(1)
    expect(await rows()).toMatchObject([{ status: 'sent', tries: 2 }])
  })

  test('keep the result of the newer claim if a process stores its result after its own claim expired', async () => {
    await put('Slow')
    await deliver(async () => {
      later(MINUTE)
      await deliver(async () => undefined)
      throw new Error('too late')
    })
    expect(await rows()).toMatchObject([{ status: 'sent', tries: 2, error: null }])
  })
})
