import '#test/cheap-passwords.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliverMail } from '#server/mail/deliver-mail.ts'
import { smtpMailer } from '#server/mail/mailer.ts'
import { limitNumbers, Limits } from '#server/platform/http/rate-limits.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import { startSmtpServer } from '#test/stand-ins/smtp-server.ts'
import type { SmtpServer } from '#test/stand-ins/smtp-server.ts'
import { anyStore } from '#test/stores.ts'
import { mailboxOf } from './mail-limits.ts'

/** Ways to spell one address. Mail servers deliver those that are no address of their own to `victim@käse.example`. */
const spellings: [string, (count: number) => string][] = [
  ['plain', () => 'victim@käse.example'],
  ['a list', (count) => `v${count},victim@käse.example`],
  ['a list with semicolons', (count) => `v${count};victim@käse.example`],
  ['a group', (count) => `v${count}:victim@käse.example`],
  ['a name', (count) => `v${count}<victim@käse.example>`],
  ['a comment', (count) => `victim@käse.example(${count})`],
  ['a comment in the local part', (count) => `(${count})victim@käse.example`],
  ['a quoted local part', (count) => `"${'\\v'.repeat(count % 9)}ictim"@käse.example`],
  ['zero-width spaces', (count) => `victim${'\u200B'.repeat(count)}@käse.example`],
  ['soft hyphens', (count) => `vic${'\u00AD'.repeat(count)}tim@käse.example`],
  ['direction marks', (count) => `${'\u202E\u2066'.repeat(count)}victim@käse.example`],
  ['fillers that count as letters', (count) => `victim${'\u3164'.repeat(count)}@käse.example`],
  ['control characters', (count) => `victim${'\u0001'.repeat(count)}@käse.example`],
  ['capitals', (count) => capitals('victim@käse.example', count)],
  ['full-width letters', (count) => fullWidth('victim', count) + '@käse.example'],
  ['an ideographic dot', () => 'victim@käse。example'],
  ['dots', (count) => `${[...'victim'].join('.'.repeat(1 + (count % 7)))}@käse.example`],
  ['tags', (count) => `victim+${count}@käse.example`],
  ['Punycode', () => 'victim@xn--kse-qla.example'],
  ['a dot at the end', () => 'victim@käse.example.'],
]

describe.each(anyStore)('however an address is spelled, on $name', ({ fresh }) => {
  const limits = new Limits({ ...limitNumbers, signUp: { burst: 10_000, refillMs: 1 } })
  const shop = givenShop(fresh, { env: mailSettings, limits })
  let server: SmtpServer
  beforeAll(async () => (server = await startSmtpServer()))
  afterAll(() => server.close())
  const password = 'two sugars'

  test('12 sign-ups with each spelling send three mails to its mailbox', async () => {
    for (const [, spell] of spellings) {
      const sent = Array.from({ length: 12 }, (_, count) =>
        shop.send('POST /auth/sign-up', { body: { name: 'Eve', email: spell(count + 1), password } }),
      )
      const statuses = new Set((await Promise.all(sent)).map(({ status }) => status))
      expect([...statuses].filter((status) => status !== 200 && status !== 422)).toEqual([])
    }
    const mailer = smtpMailer({ url: server.url, from: { name: '', address: 'shop@coffee.example' } })
    const { database, mailComposer: composer } = shop
    await deliverMail({ database, mailer, composer, ownerAddress: mailSettings.MAIL_TO })
    expect(server.texts).toHaveLength(3)
    expect(server.commands.filter((command) => command.startsWith('RCPT'))).toHaveLength(3)
  })

  test('a sign-up with a wrong one is refused with words for its field', async () => {
    for (const email of ['v1,victim@people.example', 'vic\u200Btim@people.example']) {
      const { status, problem } = await shop.send('POST /auth/sign-up', {
        body: { name: 'Eve', email, password },
      })
      expect([status, problem.errors]).toEqual([
        422,
        [{ field: 'email', message: 'This is not an email address to which we can send mails.' }],
      ])
    }
  })
})

test('two people are counted by themselves', () => {
  const people = ['ada@a.example', 'ada@b.example', 'adam@a.example', 'äda@a.example']
  expect(new Set(people.map(mailboxOf)).size).toBe(people.length)
})

function capitals(text: string, count: number): string {
  return [...text].map((letter, at) => ((count >> (at % 7)) & 1 ? letter.toUpperCase() : letter)).join('')
}

function fullWidth(text: string, count: number): string {
  return [...text]
    .map((letter, at) => ((count >> at) & 1 ? String.fromCodePoint(letter.charCodeAt(0) + 0xfee0) : letter))
    .join('')
}
