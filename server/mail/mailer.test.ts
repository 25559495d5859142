import { describe, expect, test } from 'vitest'
import { RecordingMailer } from '#test/stand-ins/recording-mailer.ts'
import { startSmtpServer } from '#test/stand-ins/smtp-server.ts'
import { smtpMailer } from './mailer.ts'
import type { Mailer, OutgoingMail } from './mailer.ts'

type Arrived = { to: string[]; replyTo: string; text: string }

/** An implementation of `Mailer` that is tested. `arrived` returns the mails that its mail server has received. */
type Subject = {
  mailer: Mailer
  arrived: () => Arrived[]
  setMode: (mode: 'accept' | 'refuse' | 'hang') => void
  /** Closes the mail server of the test, if there is one. Resolves when the mailer has closed all connections to it. */
  close: () => Promise<void>
}

const mail: OutgoingMail = {
  id: 'mail-1',
  to: 'owner@coffee.example',
  replyTo: 'cora@people.example',
  subject: 'Message from Cora',
  text: 'Hello\n.\nBye',
}
const shop = { name: '', address: 'shop@coffee.example' }
const patient = () => AbortSignal.timeout(60_000)

const implementations: [string, () => Promise<Subject>][] = [
  ['SMTP mailer', openSmtp],
  ['recording mailer of the tests', openRecording],
]

describe.each(implementations)('the %s', (_name, open) => {
  test('sends the text to the recipient, with the address to reply to', async () => {
    const { mailer, arrived, close } = await open()
    await mailer.send(mail, patient())
    expect(arrived()).toMatchObject([{ to: ['owner@coffee.example'], replyTo: 'cora@people.example' }])
    expect(arrived()[0]?.text).toMatch(/Hello[^]*Bye/)
    await close()
  })

  test('sends each mail to its own recipient', async () => {
    const { mailer, arrived, close } = await open()
    await mailer.send(mail, patient())
    await mailer.send({ ...mail, id: 'mail-2', to: 'cora@people.example' }, patient())
    expect(arrived().map(({ to }) => to)).toEqual([['owner@coffee.example'], ['cora@people.example']])
    await close()
  })

  test('does not read a further recipient from a line break in the subject', async () => {
    const { mailer, arrived, close } = await open()
    await mailer.send({ ...mail, subject: 'Hello\r\nBcc: all@evil.example' }, patient())
    expect(arrived().map(({ to }) => to)).toEqual([['owner@coffee.example']])
    await close()
  })

  test('rejects with the reason if the mail is refused, and accepts the next one', async () => {
    const { mailer, arrived, setMode, close } = await open()
    setMode('refuse')
    await expect(mailer.send(mail, patient())).rejects.toThrow('mailbox is full')
    setMode('accept')
    await mailer.send(mail, patient())
    expect(arrived()).toHaveLength(1)
    await close()
  })

  test('rejects soon after the signal was aborted, and leaves no connection open', async () => {
    const { mailer, arrived, setMode, close } = await open()
    setMode('hang')
    const begin = performance.now()
    await expect(mailer.send(mail, AbortSignal.timeout(200))).rejects.toThrow(/abort/i)
    await close()
    expect(performance.now() - begin).toBeLessThan(4000)
    expect(arrived()).toEqual([])
  })
})

describe('the SMTP mailer', () => {
  test.each([
    ['', 'Hill "Roasters"', 'From: "Hill \\"Roasters\\"" <shop@coffee.example>'],
    ['', 'Evil\r\nBcc: all', 'From: "Evil Bcc: all" <shop@coffee.example>'],
    ['Orders', 'Hill Roasters', 'From: Orders <shop@coffee.example>'],
  ])('sends from the setting %j in the shop %j', async (name, sender, header) => {
    const server = await startSmtpServer()
    const from = { ...shop, name }
    await smtpMailer({ url: server.url, from }).send({ ...mail, sender }, patient())
    expect(server.commands).toContain('MAIL FROM:<shop@coffee.example>')
    expect(headOf(server.texts[0])).toContain(header)
    await server.close()
  })

  test('has the id and the host of the sender in the Message-ID, and writes one header for a subject', async () => {
    const server = await startSmtpServer()
    const evil = { ...mail, subject: 'Hello\r\nBcc: all@evil.example' }
    await smtpMailer({ url: server.url, from: { ...shop, name: 'Hill' } }).send(evil, patient())
    const head = headOf(server.texts[0])
    expect(head).toContain('Message-ID: <mail-1@coffee.example>')
    expect(head).not.toMatch(/^Bcc:/m)
    await server.close()
  })

  test.each([
    ['v1,victim@people.example', '"v1,victim"@people.example'],
    ['v1;victim@people.example', '"v1;victim"@people.example'],
    ['v1<victim@people.example>', '"v1 victim"@people.example'],
    ['victim@people.example(1)', 'victim@people.example(1)'],
  ])('reads one recipient and one address to reply to from %j', async (address, sent) => {
    const server = await startSmtpServer()
    await smtpMailer({ url: server.url, from: shop }).send(
      { ...mail, to: address, replyTo: address },
      patient(),
    )
    expect(server.commands.filter((command) => command.startsWith('RCPT'))).toEqual([`RCPT TO:<${sent}>`])
    expect(headOf(server.texts[0])).toContain(`Reply-To: <${sent}>`)
    await server.close()
  })

  test('rejects if no server listens', async () => {
    const mailer = smtpMailer({ url: 'smtp://127.0.0.1:1', from: shop })
    await expect(mailer.send(mail, patient())).rejects.toThrow('ECONNREFUSED')
  })
})

async function openSmtp(): Promise<Subject> {
  const server = await startSmtpServer()
  return {
    mailer: smtpMailer({ url: server.url, from: shop }),
    arrived: () => {
      const recipients = server.commands.join('\n').split('MAIL FROM').slice(1)
      return server.texts.map((text, at) => ({
        to: [...(recipients[at] ?? '').matchAll(/RCPT TO:<(.+)>/g)].map(([, address]) => String(address)),
        replyTo: /^Reply-To: (.+)$/m.exec(text)?.[1]?.trim() ?? '',
        text,
      }))
    },
    setMode: (mode) => {
      server.mode = mode
      server.commands.splice(0)
    },
    close: () => server.close(),
  }
}

async function openRecording(): Promise<Subject> {
  const mailer = new RecordingMailer()
  return {
    mailer,
    arrived: () => mailer.accepted.map(({ to, replyTo, text }) => ({ to: [to], replyTo, text })),
    setMode: (mode) => void (mailer.mode = mode),
    close: async () => undefined,
  }
}

function headOf(text = ''): string {
  const [head = ''] = text.split('\r\n\r\n')
  return head
}
