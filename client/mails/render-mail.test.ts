import { expect, test } from 'vitest'
import type { MailProps } from '#contract/values/mails.ts'
import { renderMail } from './render-mail.tsx'

const receipt = {
  orderId: 'order-1',
  customer: 'Cora <b>',
  email: 'cora@people.example',
  orderedAt: Date.UTC(2026, 10, 22, 9, 5),
  lines: [
    { id: '1', name: 'Espresso', soldAs: 'Hill Farm', price: '2.5' },
    { id: '2', name: 'Lungo', soldAs: null, price: '1200.00' },
  ],
  total: '1202.50',
}

const confirmation = {
  template: 'order-confirmation',
  receipt,
  link: 'https://shop.example/myCart',
} as const satisfies MailProps

const mails: MailProps[] = [
  confirmation,
  { template: 'new-order', receipt, link: 'https://shop.example/dashboard' },
  { template: 'password-reset', name: 'Cora <b>', link: 'https://shop.example/resetPassword#t', minutes: 1 },
]

test.each(mails)('$template says the same in plain text and in HTML', (props) => {
  const { text, html } = renderMail('A subject', props)
  expect(html).toMatch(/^<!doctype html><html lang="en">/)
  expect(html).toContain('<title>A subject</title>')
  const plain = html.replace(/<head>.*<\/head>/s, '').replaceAll(/<[^>]*>/g, ' ')
  const unescaped = plain.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#x27;', "'")
  for (const word of words(text)) expect(unescaped).toContain(word)
  expect(text).toContain(props.link)
  expect(html).toContain(`href="${props.link}"`)
})

test('a receipt lists the products with their prices, and the total', () => {
  const { text } = renderMail('Your order', confirmation)
  expect(text).toContain('- Espresso (Hill Farm): $2.50\n- Lungo: $1,200.00\nTotal: $1,202.50')
  expect(text).toContain('Order order-1, 2026-11-22, 09:05 UTC')
})

test('the name of a customer adds no markup to a mail', () => {
  for (const props of mails) expect(renderMail('A subject', props).html).not.toContain('<b>')
})

test.each(['Claim it at https://evil.example', 'evil.example', 'a@evil.example', 'Long '.repeat(20)])(
  'a mail does not greet a customer who is called %j',
  (customer) => {
    const props = { ...confirmation, receipt: { ...receipt, customer } }
    expect(renderMail('A subject', props).text).toContain('Hello, we have your payment.')
  },
)

test('a mail loads nothing, neither pictures nor scripts', () => {
  for (const props of mails)
    expect(renderMail('A subject', props).html).not.toMatch(/<(img|script|link|iframe)|url\(/)
})

/** Returns the words of a text. URLs, list marks and brackets are left out. */
function words(text: string): string[] {
  return text
    .replaceAll(/https?:\S+/g, '')
    .split(/[\s():-]+/)
    .filter((word) => word !== '')
}
