import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { mailPath } from '#contract/values/mails.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'
import type { NewMail } from './queue-mail.ts'
import { queueMails } from './queue-mail.ts'

const expiresAt = Date.now() + 30 * 60_000

describe.each(anyStore)('a mail of the outbox on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  beforeAll(async () => void (ada = await shop.admin('Ada')))

  /** Adds the mail to the outbox, and opens it with an admin's session cookie, as a browser does. */
  async function open(mail: Pick<NewMail, 'subject'> & ({ text: string } | Pick<DataMail, 'data'>)) {
    await shop.database.write(({ tx }) =>
      queueMails(tx, [{ recipient: 'cora@people.example', replyTo: null, ...mail }]),
    )
    const row = await shop.database.read
      .selectFrom('outbox')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return { id: row.id, ...(await show(row.id)) }
  }
  const show = async (id: string) => {
    const { statusCode, headers, body } = await shop.app.inject({
      url: `/api${mailPath(id)}`,
      headers: { cookie: ada.cookie },
    })
    return { statusCode, headers, body }
  }

  test('is shown as text, or as the HTML of its template, in a page that may load and run nothing', async () => {
    const plain = await open({ subject: 'Plain', text: '<script>alert(1)</script>' })
    expect(plain.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(plain.body).toBe('<script>alert(1)</script>')
    const data = { template: 'password-reset', name: 'Cora', token: 'secret', expiresAt } as const
    const html = await open({ subject: 'Styled', data })
    expect(html.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(html.body).toContain('Styled')
    for (const { headers } of [plain, html])
      expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*sandbox/)
  })

  test('shows no link that lets an admin choose the password of another person', async () => {
    const data = { template: 'password-reset', name: 'Cora', token: 'secret', expiresAt } as const
    const { id, body } = await open({ subject: 'New password', data })
    expect(body).toContain('/resetPassword#')
    expect(body).not.toContain('secret')
    await shop.database.write(({ tx }) =>
      tx
        .updateTable('outbox')
        .set({ data: null })
        .where('id', '=', id)
        .execute()
        .then(() => undefined),
    )
    expect((await show(id)).body).toBe('The content of this mail has expired or no longer exists.\n')
  })

  test('that does not exist is not found', async () => {
    expect((await show('no-such-mail')).statusCode).toBe(404)
  })
})

type DataMail = Extract<NewMail, { data: unknown }>
