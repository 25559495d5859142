import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { hold } from './network.ts'
import { expect, test } from './account-fixtures.ts'

const SEND = '**/api/v1.0/email/send-form'

test.describe('the contact form', () => {
  test('requires name and email address on submit, then on every change, and no message', async ({
    page,
  }) => {
    await page.goto('/contact')
    const { name, email, message, send } = fieldsOf(page)
    await send.click()
    await expect(name).toHaveAccessibleDescription('Name is required')
    await expect(email).toHaveAccessibleDescription('Email Address is required')
    await expect(message).toHaveAccessibleDescription('')
    await name.fill('Nia')
    await expect(name).toHaveAccessibleDescription('')
    await email.fill('nia')
    await expect(email).toHaveAccessibleDescription('This does not look like an email address')
    await email.fill('nia@people.example')
    await expect(page.locator('.field-error')).toHaveCount(0)
  })

  test('says that it sends a message, sends it once, confirms it, clears its fields, and the message is stored', async ({
    page,
    seller,
  }) => {
    const sent: string[] = []
    page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())))
    const words = `Is the grinder right? "><b>${randomUUID()}`
    const sending = await hold(page, SEND)
    await page.goto('/contact')
    const { name, email, message, send } = await write(page, words)
    await send.dblclick()
    await expect(page.getByRole('button', { name: 'Sending…' })).toHaveAttribute('aria-disabled', 'true')
    await sending.release()
    await expect(page.getByRole('status').getByText('Thank you, your message is on its way')).toBeVisible()
    for (const field of [name, email, message]) await expect(field).toHaveValue('')
    expect(sent).toHaveLength(1)
    const messages = await seller.call('GET /messages', { query: {} })
    expect(messages.filter((kept) => kept.message === words)).toEqual([
      expect.objectContaining({ name: 'Nia Cole', email: 'nia@people.example' }),
    ])
  })

  test('says that the shop cannot be reached, or why it refused, and keeps what was typed', async ({
    page,
  }) => {
    await page.route(SEND, (route) => route.abort())
    await page.goto('/contact')
    const { name, email, message, send } = await write(page, 'Good coffee')
    await send.click()
    await expect(page.getByRole('alert')).toHaveText(
      'Your message was not sent: Network Error. Nothing you wrote is lost.',
    )
    await expect(name).toHaveValue('Nia Cole')
    await expect(email).toHaveValue('nia@people.example')
    await expect(message).toHaveValue('Good coffee')
    await page.unroute(SEND)
    const body = 'Too many messages. Please wait a moment.'
    await page.route(SEND, (route) => route.fulfill({ status: 429, contentType: 'text/plain', body }))
    await send.click()
    await expect(page.getByRole('alert')).toContainText(`Your message was not sent: ${body}`)
    await expect(message).toHaveValue('Good coffee')
    await page.unroute(SEND)
    await page.route(SEND, (route) => route.fulfill({ body: 'OK' }))
    await send.click()
    await expect(page.getByRole('status').getByText('Thank you')).toBeVisible()
    await expect(page.getByRole('alert')).toBeHidden()
  })
})

function fieldsOf(page: Page) {
  return {
    name: page.getByLabel('Name', { exact: true }),
    email: page.getByLabel('Email address'),
    message: page.getByLabel('Message'),
    send: page.getByRole('button', { name: 'Send message' }),
  }
}

async function write(page: Page, words: string) {
  const fields = fieldsOf(page)
  await fields.name.fill('Nia Cole')
  await fields.email.fill('nia@people.example')
  await fields.message.fill(words)
  return fields
}
