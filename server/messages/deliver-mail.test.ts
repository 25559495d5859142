import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newId } from '#server/platform/clock.ts'
import { DatabaseUnusable } from '#server/platform/database/database-errors.ts'
import { migrate } from '#server/platform/database/migrations.ts'
import { migrationsFolder } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { deliverMail, smtpSender } from './deliver-mail.ts'
import type { SendMail } from './deliver-mail.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

const MINUTE = 60_000

describe.each(stores)('the outbox on $name', ({ fresh }) => {
  let store: Store
  let database: ShopDatabase
  beforeAll(async () => {
    store = await fresh()
    database = await openShopDatabase(store)
    await migrate(database, migrationsFolder)
  })
  afterAll(async () => {
    await database.close()
    await store.dispose()
  })
  beforeEach(async () => {
    await database.write(({ tx }) => tx.deleteFrom('outbox').execute())
    vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
  })
  afterEach(() => vi.useRealTimers())

  async function put(subject: string, dueIn = 0): Promise<string> {
    const id = newId()
    const mail = {
      id,
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

  const rows = () => database.read.selectFrom('outbox').selectAll().orderBy('id').execute()
  const later = (ms: number) => vi.setSystemTime(Date.now() + ms)

  test('hands over what is due, once', async () => {
    const id = await put('Due')
    await put('Not yet', MINUTE)
    const send = vi.fn<SendMail>(async () => undefined)
    await deliverMail(database, send)
    await deliverMail(database, send)
    expect(send.mock.calls).toEqual([
      [
        expect.objectContaining({ id, subject: 'Due', reply_to: 'cora@people.example', body: 'Hello' }),
        expect.any(AbortSignal),
      ],
    ])
    expect(await rows()).toMatchObject([
      { status: 'sent', tries: 1, sent_at: Date.now(), error: null },
      { status: 'waiting' },
    ])
  })

  test('tries again after 1, 2, 4 … minutes and gives up after eight tries', async () => {
    await put('Unlucky')
    const waits: number[] = []
    const send = vi.fn<SendMail>(async () => Promise.reject(new Error('mailbox is full')))
    while ((await rows())[0]?.status === 'waiting' && waits.length < 20) {
      await deliverMail(database, send)
      const [row] = await rows()
      const wait = (row?.next_try_at ?? 0) - Date.now()
      waits.push(wait / MINUTE)
      later(wait - 1)
      await deliverMail(database, send)
      later(1)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128])
    expect(send).toHaveBeenCalledTimes(8)
    expect(await rows()).toMatchObject([
      { status: 'failed', tries: 8, error: 'mailbox is full', sent_at: null },
    ])
    await deliverMail(database, send)
    expect(send).toHaveBeenCalledTimes(8)
  })

  test('sends nothing while writes are refused', async () => {
    await put('Due')
    const refused = { ...database, write: () => Promise.reject(new DatabaseUnusable('no lease')) }
    const send = vi.fn<SendMail>(async () => undefined)
    await expect(deliverMail(refused, send)).rejects.toThrow('no lease')
    expect(send).not.toHaveBeenCalled()
    await deliverMail(database, send)
    expect(send).toHaveBeenCalledTimes(1)
  })

  test('retries a mail whose outcome could not be written down after a minute, and sends it once when two processes read it', async () => {
    await put('Unrecorded')
    let isRefused = false
    const refusing = {
      ...database,
      write: ((work) =>
        isRefused
          ? Promise.reject(new DatabaseUnusable('no lease'))
          : database.write(work)) satisfies ShopDatabase['write'],
    }
    const send = vi.fn<SendMail>(async () => void (isRefused = true))
    await expect(deliverMail(refusing, send)).rejects.toThrow('no lease')
    await deliverMail(database, send)
    expect(send).toHaveBeenCalledTimes(1)
    later(MINUTE)
    await Promise.all([deliverMail(database, send), deliverMail(database, send)])
    expect(send).toHaveBeenCalledTimes(2)
    expect(await rows()).toMatchObject([{ status: 'sent', tries: 2 }])
  })

  test('does not let one that fails hold up the others', async () => {
    await put('Bad')
    await put('Good')
    await deliverMail(database, async ({ subject }) => {
      if (subject === 'Bad') throw new Error('no')
    })
    expect((await rows()).map(({ status }) => status)).toEqual(['waiting', 'sent'])
  })

  test('does not wait for ever for a server that says nothing', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
    await put('Stalled')
    await put('Good')
    await deliverMail(database, async ({ subject }, enough) => {
      if (subject === 'Stalled') enough.throwIfAborted()
    })
    expect(await rows()).toMatchObject([
      { status: 'waiting', tries: 1, error: 'The mail server took too long.' },
      { status: 'sent' },
    ])
  })

  test('leaves what is under way when everything stops, and what comes after it, for the next time', async () => {
    await put('Under way')
    await put('Next')
    const all = new AbortController()
    const send = vi.fn<SendMail>(
      (_mail, enough) =>
        new Promise((_resolve, reject) =>
          enough.addEventListener('abort', () => reject(new Error('stopped'))),
        ),
    )
    const delivering = deliverMail(database, send, all.signal)
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1))
    all.abort()
    await delivering
    expect(send).toHaveBeenCalledTimes(1)
    expect(await rows()).toMatchObject([
      { status: 'waiting', tries: 0 },
      { status: 'waiting', tries: 0 },
    ])
  })

  test('does not leave mail from before the clock was set back to a time that is far away', async () => {
    later(24 * 60 * MINUTE)
    await put('From tomorrow')
    later(-24 * 60 * MINUTE)
    await put('At its time', 128 * MINUTE)
    await deliverMail(database, async () => undefined)
    expect((await rows()).map(({ subject, status }) => [subject, status]).toSorted()).toEqual([
      ['At its time', 'waiting'],
      ['From tomorrow', 'sent'],
    ])
  })

  test('sends later what failed before', async () => {
    await put('Patient')
    await deliverMail(database, async () => Promise.reject(new Error('down')))
    later(MINUTE)
    await deliverMail(database, async () => undefined)
    expect(await rows()).toMatchObject([{ status: 'sent', tries: 2, error: null }])
  })
})

describe('mail over SMTP', () => {
  const mail = {
    id: 'mail-1',
    reply_to: 'cora@people.example',
    subject: 'Message from Cora\r\nBcc: all@evil.example',
    body: 'Hello\n.\nBye',
  }
  const patient = AbortSignal.timeout(60_000)

  test('reaches the server with the settings’ sender and receiver and the visitor to reply to', async () => {
    const server = await fakeSmtp()
    await smtpSender({ url: server.url, from: 'shop@coffee.example', to: 'owner@coffee.example' })(
      mail,
      patient,
    )
    const { commands, text } = server.heard
    expect(commands).toEqual(
      expect.arrayContaining(['MAIL FROM:<shop@coffee.example>', 'RCPT TO:<owner@coffee.example>']),
    )
    expect(commands.filter((command) => command.startsWith('RCPT'))).toHaveLength(1)
    const [head = '', body = ''] = text.split('\r\n\r\n')
    expect(head).toContain('Reply-To: cora@people.example')
    expect(head).toContain('Message-ID: <mail-1@crema>')
    expect(head).not.toMatch(/^Bcc:/m)
    expect(body).toContain('Hello')
    expect(body).toContain('Bye')
    server.close()
  })

  test('hangs up on a server that says nothing, when told that it is enough', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    // A server that listens on a port has an address with one.
    const { port } = silent.address() as AddressInfo
    const begin = performance.now()
    const sending = smtpSender({ url: `smtp://127.0.0.1:${port}`, from: 'a@b.example', to: 'c@d.example' })(
      mail,
      AbortSignal.timeout(200),
    )
    await expect(sending).rejects.toMatchObject({ code: 'EABORT' })
    // Resolves only when its line is closed.
    await new Promise((resolve) => silent.close(resolve))
    expect(performance.now() - begin).toBeLessThan(4000)
  })

  test('rejects when nobody takes it', async () => {
    await expect(
      smtpSender({ url: 'smtp://127.0.0.1:1', from: 'a@b.example', to: 'c@d.example' })(mail, patient),
    ).rejects.toThrow('ECONNREFUSED')
  })
})

/** As much of a mail server as it takes to be given one mail. */
async function fakeSmtp(): Promise<{
  url: string
  heard: { commands: string[]; text: string }
  close: () => void
}> {
  const heard = { commands: [] as string[], text: '' }
  const server = createServer((socket) => {
    let inText = false
    socket.write('220 fake\r\n')
    socket.on('data', (chunk: Buffer) => {
      if (inText) {
        heard.text += chunk
        if (!heard.text.endsWith('\r\n.\r\n')) return
        inText = false
        socket.write('250 taken\r\n')
        return
      }
      for (const command of String(chunk).trim().split('\r\n')) {
        heard.commands.push(command)
        inText = command === 'DATA'
        socket.write(inText ? '354 go on\r\n' : '250 fine\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, heard, close: () => server.close() }
}
