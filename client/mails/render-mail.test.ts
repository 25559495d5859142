import { expect, test } from 'vitest'
import type { MailProps, MailShop, Receipt } from '#contract/values/mails.ts'
import { demoTexts } from '#test/shop/demo-texts.ts'
import { renderMail } from './render-mail.tsx'

const crema: MailShop = {
  name: 'Crema',
  currency: 'USD',
  dateStyle: 'iso',
  timeZone: 'UTC',
  address: '',
  imprintUrl: null,
  accent: '',
}

const receipt: Receipt = {
  orderId: 'order-1',
  number: 17,
  state: 'paid',
  checkout: null,
  payLaterNote: '',
  transfer: null,
  trackingUrl: null,
  carrier: null,
  trackingNumber: null,
  withdrawnAt: Date.UTC(2026, 10, 23, 8),
  customer: 'Cora <b>',
  email: 'cora@people.example',
  orderedAt: Date.UTC(2026, 10, 22, 9, 5),
  lines: [
    { id: '1', name: 'Espresso', soldAs: 'Hill Farm', price: '2.5' },
    { id: '2', name: 'Lungo', soldAs: null, price: '1200.00' },
  ],
  total: '1202.50',
  currency: 'USD',
}

const confirmation = {
  template: 'order-confirmation',
  receipt,
  link: 'https://shop.example/account/order/order-1',
} as const satisfies MailProps

const checkedOut: Receipt = {
  ...receipt,
  checkout: {
    currency: 'USD',
    method: { id: 'post', name: 'Post', kind: 'parcel', note: 'Needs two days.' },
    address: {
      name: 'Cora Reis',
      company: '',
      line1: 'Rua da Rosa 7',
      line2: '',
      city: 'Lisboa',
      region: '',
      postcode: '1200-381',
      country: 'PT',
      phone: '',
    },
    addressLines: ['Cora Reis', 'Rua da Rosa 7', '1200-381 Lisboa', 'Portugal'],
    note: 'Please ring twice.',
    promise: { roastOn: '2026-11-24', from: '2026-11-26', to: '2026-11-27' },
    weightGrams: 250,
    itemsTotal: 120_250,
    deliveryPrice: 450,
    tax: [{ rate: 2300, net: 98_130, tax: 22_570 }],
    total: 120_700,
  },
}

const link = 'https://shop.example/account/order/order-1'

const transfer = {
  holder: 'Hill Roasters Ltd',
  iban: 'DE02120300000000202051',
  amount: '1207.00',
  reference: 'Order 17',
}

const subscriptionMails = (
  [
    'begun',
    'reminder',
    'declined',
    'confirm',
    'paused',
    'unpaid',
    'sold-out',
    'impossible',
    'price',
    'ended',
    'resumed',
    'link',
    'changed',
    'stopped',
    'gift',
    'gift-over',
  ] as const
).map((event) => ({
  template: 'subscription' as const,
  event,
  name: 'Cora <b>',
  coffees: ['2 × Espresso, 250 g, Filter: $12.00 each, every 2 weeks'],
  amount: '$27.00',
  roastOn: '2026-12-01',
  until: Date.UTC(2026, 10, 29, 10),
  at: Date.UTC(2026, 11, 2),
  before: ['1 × Espresso, 250 g, Filter: $12.00 each, every week'],
  reason: 'We moved to <b>Porto</b>.',
  link: 'https://shop.example/subscriptions#t',
  revokeLink: 'https://shop.example/subscriptions#revoke.t',
}))

const mails: MailProps[] = [
  confirmation,
  { ...confirmation, receipt: checkedOut },
  {
    ...confirmation,
    receipt: { ...checkedOut, state: 'waiting', payLaterNote: 'IBAN PT50\nBank of Lisbon', transfer },
  },
  { template: 'order-sent', receipt: { ...checkedOut, trackingUrl: 'https://post.example/7' }, link },
  { template: 'order-tracking', receipt: { ...checkedOut, trackingUrl: 'https://post.example/7' }, link },
  { template: 'order-corrected', receipt: checkedOut, link },
  { template: 'order-note', receipt: checkedOut, link, note: 'The Lungo is sold out.' },
  { template: 'order-ready', receipt: checkedOut, link },
  { template: 'order-ready', receipt: { ...checkedOut, state: 'waiting' }, link },
  { template: 'order-cancelled', receipt, link },
  { template: 'order-reopened', receipt: { ...receipt, state: 'waiting', payLaterNote: 'IBAN PT50' }, link },
  { template: 'payment-received', receipt, link },
  {
    template: 'payment-taken-back',
    receipt: {
      ...receipt,
      state: 'waiting',
      payLaterNote: 'IBAN PT50',
    },
    link,
  },
  { template: 'order-refunded', receipt, amount: '12.5', isByHand: false, link },
  { template: 'order-refunded', receipt, amount: '12.5', isByHand: true, link },
  { template: 'withdrawal-received', receipt, link },
  { template: 'withdrawal-notice', receipt, link },
  { template: 'cancellation-notice', receipt, link },
  { template: 'new-order', receipt, link: 'https://shop.example/dashboard' },
  { template: 'back-in-stock', name: 'Cora <b>', product: 'Espresso', link: 'https://shop.example/bag' },
  { template: 'password-reset', name: 'Cora <b>', link: 'https://shop.example/resetPassword#t', minutes: 1 },
  { template: 'confirm-sign-up', name: 'Cora', link: 'https://shop.example/confirmSignUp#t', minutes: 1440 },
  { template: 'email-change-new', name: 'Cora', link: 'https://shop.example/c#t', minutes: 30 },
  { template: 'email-change-old', name: 'Cora', newEmail: 'n@p.example', link: `${link}#t`, minutes: 30 },
  { template: 'withdrawal-link', name: 'Cora', number: 7, link: `${link}#t`, minutes: 4320 },
  { template: 'watch-link', name: '', product: 'Espresso', link: `${link}#t`, minutes: 4320 },
  { template: 'subscription-code', name: 'Cora', code: '012345', minutes: 10 },
  ...subscriptionMails,
  {
    template: 'gift',
    name: 'Cora',
    recipient: 'Rui',
    deliveries: 3,
    code: '7K3M-Q2ZD-0XHT-W9AE',
    link: 'https://shop.example/gift#7K3M-Q2ZD-0XHT-W9AE',
  },
  { template: 'address-taken', link: 'https://shop.example/login', resetLink: 'https://shop.example/forgot' },
  { template: 'account-deleted', name: 'Cora' },
  ...(['opened', 'won', 'lost', 'warning'] as const).map((event) => ({
    template: 'dispute-notice' as const,
    receipt,
    link,
    event,
    amount: '15.05',
    reason: 'product not received',
    dueAt: Date.UTC(2026, 10, 30),
  })),
  { template: 'debit-authorised', name: 'Cora', amount: '15.05', link },
  { template: 'debit-refused', name: 'Cora', amount: '15.05', link },
  { template: 'late-refund', name: 'Cora', amount: '15.05' },
  { template: 'late-refund-notice', name: 'Cora', email: 'cora@people.example', amount: '15.05' },
]

test.each(mails)('$template says the same in plain text and in HTML', (props) => {
  const { text, html } = renderMail('A subject', props, crema)
  expect(html).toMatch(/^<!doctype html><html lang="en">/)
  expect(html).toContain('<title>A subject</title>')
  const plain = html.replace(/<head>.*<\/head>/s, '').replaceAll(/<[^>]*>/g, ' ')
  const unescaped = plain.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#x27;', "'")
  for (const word of words(text)) expect(unescaped).toContain(word)
  const urls = [...('link' in props ? [props.link] : []), ...('resetLink' in props ? [props.resetLink] : [])]
  for (const url of urls) {
    expect(text).toContain(url)
    expect(html).toContain(`href="${url}"`)
  }
})

test.each(mails)(
  '$template says the name, the address and the imprint of the shop, and nothing of the demo',
  (props) => {
    const shop: MailShop = {
      ...crema,
      name: 'Hill Roasters',
      address: 'Rua da Rosa 7\nLisboa',
      imprintUrl: 'https://shop.example/legal/imprint',
    }
    const { text, html } = renderMail('A subject', props, shop)
    expect(text).toContain('Rua da Rosa 7\nLisboa\nImprint: https://shop.example/legal/imprint\n')
    expect(text).toContain('-- \nHill Roasters\n')
    expect(html).toContain('Hill Roasters\nRua da Rosa 7\nLisboa')
    expect(html).toContain('href="https://shop.example/legal/imprint"')
    for (const demoText of demoTexts()) {
      expect(text).not.toContain(demoText)
      expect(html).not.toContain(demoText)
    }
  },
)

test('a customer who withdraws from an order that is not paid reads when the shop got the withdrawal', () => {
  const mail = { template: 'order-cancelled', receipt, link } as const
  expect(renderMail('A subject', mail, crema).text).toContain('withdrawal on 2026-11-23, 08:00 UTC.')
  const cancelled = { ...mail, receipt: { ...receipt, withdrawnAt: null } }
  expect(renderMail('A subject', cancelled, crema).text).not.toContain('withdrawal')
})

test('the button of a mail has the accent colour of the shop, in both themes', () => {
  const { html } = renderMail('Your order', confirmation, { ...crema, accent: '#1a4f8b' })
  expect(html).toContain('background:#1a4f8b;color:#fff8ee')
  expect(html).not.toContain('#944a1b')
  expect(html).not.toContain('#e5a063')
})

test('a mail has its dates in the style and the time zone of the shop', () => {
  const shop: MailShop = { ...crema, dateStyle: 'dayFirst', timeZone: 'Asia/Tokyo' }
  expect(renderMail('Your order', confirmation, shop).text).toContain('22 November 2026, 18:05 GMT+9')
})

test('a receipt lists the products with their prices, and the total', () => {
  const { text } = renderMail('Your order', confirmation, crema)
  expect(text).toContain('- Espresso (Hill Farm): $2.50\n- Lungo: $1,200.00\nTotal: $1,202.50')
  expect(text).toContain('Order order-1, 2026-11-22, 09:05 UTC')
})

test('a mail has its amounts in the currency of the shop', () => {
  const lines = receipt.lines.map((line) => ({ ...line, price: '1250' }))
  const props = { ...confirmation, receipt: { ...receipt, lines, total: '2500', currency: 'JPY' } }
  expect(renderMail('Your order', props, { ...crema, currency: 'JPY' }).text).toContain(
    '¥1,250\nTotal: ¥2,500',
  )
})

test('a confirmation after a checkout says the number, the parts of the total, the delivery and the promise', () => {
  const { text } = renderMail('Your order', { ...confirmation, receipt: checkedOut }, crema)
  for (const said of [
    'Your order has the number 17.',
    'Items: $1,202.50\nPost: $4.50\nTotal: $1,207.00\nIncludes 23% tax: $225.70',
    'Delivery: Post\nNeeds two days.\nRoasted on Tuesday, 24 November, with you by Friday.',
    'Cora Reis\nRua da Rosa 7\n1200-381 Lisboa\nPortugal',
  ])
    expect(text).toContain(said)
})

test('what a customer wrote is in the mail to the shop, and not in the one to the customer', () => {
  const { checkout } = checkedOut
  const addressLines = ['Cora Reis', 'Win at evil.example', 'https://evil.example', '1200-381 Lisboa']
  const tricky = { ...checkedOut, checkout: checkout && { ...checkout, addressLines, note: 'Win!' } }
  const own = renderMail('Your order', { ...confirmation, receipt: tricky }, crema)
  for (const content of [own.text, own.html]) expect(content).not.toMatch(/evil|Win/)
  expect(own.text).toContain('Cora Reis\n1200-381 Lisboa\n')
  const { text } = renderMail('New order', { ...confirmation, template: 'new-order', receipt: tricky }, crema)
  expect(text).toContain(addressLines.join('\n'))
  expect(text).toContain('Note: Win!')
})

test('an address is whole in the mail, also with the dots and slashes of house numbers and initials', () => {
  const { checkout } = checkedOut
  const addressLines = ['J.R. Smith', 'c/o Weber', 'Hauptstraße 5/12, 2.º Esq.', '1010 Wien']
  const written = { ...checkedOut, checkout: checkout && { ...checkout, addressLines } }
  const { text } = renderMail('Your order', { ...confirmation, receipt: written }, crema)
  expect(text).toContain(addressLines.join('\n'))
})

test('the mail about a pickup says that it is paid there, until it is paid', () => {
  const text = (state: Receipt['state']) =>
    renderMail('Ready', { template: 'order-ready', receipt: { ...checkedOut, state }, link }, crema).text
  expect(text('waiting')).toContain('You pay the amount of $1,202.50 when you pick it up')
  expect(text('ready')).not.toContain('You pay')
})

test('the confirmation of an order that is paid later says how to pay, and not that it is paid', () => {
  const waiting = { ...receipt, state: 'waiting', payLaterNote: 'IBAN PT50' } as const
  const { text } = renderMail('Your order', { ...confirmation, receipt: waiting }, crema)
  expect(text).toContain('give the number 17 of your order:\n\nIBAN PT50')
  const boxed = renderMail('x', { ...confirmation, receipt: { ...waiting, transfer } }, crema)
  expect(boxed.text).toContain('To: Hill Roasters Ltd\nIBAN: DE02 1203 0000 0000 2020 51\nAmount: ')
  expect(boxed.html).toMatch(/class="mail-panel"[^>]*><p><span>To: Hill Roasters Ltd/)
  expect(text).not.toContain('we have your payment')
  const renewal = { ...waiting, renewal: { payBy: Date.UTC(2026, 10, 24, 10) } }
  const azores = { ...crema, timeZone: 'Atlantic/Azores' }
  const { text: again } = renderMail('x', { ...confirmation, receipt: renewal }, azores)
  expect(again).toContain('Please pay so that we have it by 09:00 Azores time on Tuesday, 24 November')
  expect(again).not.toContain('Thank you for your order')
})

test('the mails about a parcel have a button for its tracking link, and the number if it is known', () => {
  const sent = { ...receipt, trackingUrl: 'https://post.example/7' }
  const { html } = renderMail('Sent', { template: 'order-sent', receipt: sent, link }, crema)
  expect(html).toContain('href="https://post.example/7"')
  const numbered = { ...sent, carrier: 'ctt', trackingNumber: 'RT160260734PT' } as const
  const { text } = renderMail('Follow', { template: 'order-tracking', receipt: numbered, link }, crema)
  expect(text).toContain('you can follow your order 17 here:\n\nTracking number: CTT RT160260734PT')
})

test('the mail with a note has its lines, and nothing of it is HTML', () => {
  const note = 'The Lungo is sold out.\nIs <b>Espresso</b> fine?'
  const { text, html } = renderMail('Note', { template: 'order-note', receipt, note, link }, crema)
  expect(text).toContain(`this is about your order 17:\n\n${note}\n\n`)
  expect(html).toContain('Is &lt;b&gt;Espresso&lt;/b&gt; fine?')
})

test('the mail about a refund says the amount', () => {
  const text = (isByHand: boolean) =>
    renderMail('Refund', { template: 'order-refunded', receipt, amount: '12.5', isByHand, link }, crema).text
  expect(text(false)).toContain('we have refunded $12.50 for your order 17.')
  expect(text(true)).toContain('we refund $12.50 for your order 17.')
  expect(text(true)).not.toContain('bank')
})

test('a receipt says how a product is packed, in plain text and in HTML', () => {
  const lines = [
    { id: '1', name: 'Espresso', soldAs: 'Hill Farm', price: '2.5', weight: 250, grind: 'Filter' },
  ]
  const { text, html } = renderMail('Your order', { ...confirmation, receipt: { ...receipt, lines } }, crema)
  expect(text).toContain('- Espresso (Hill Farm; 250\u00a0g · Filter): $2.50')
  expect(html).toContain('250\u00a0g · Filter')
})

test('the name of a customer adds no markup to a mail', () => {
  for (const props of mails) expect(renderMail('A subject', props, crema).html).not.toContain('<b>')
})

test.each([
  'Claim it at https://evil.example',
  'evil.example',
  '1.1.1.1',
  'a@evil.example',
  'Long '.repeat(20),
])('a mail does not greet a customer who is called %j', (customer) => {
  const props = { ...confirmation, receipt: { ...receipt, customer } }
  expect(renderMail('A subject', props, crema).text).toContain('Hello, we have your payment.')
})

test('a mail loads nothing, neither pictures nor scripts', () => {
  for (const props of mails)
    expect(renderMail('A subject', props, crema).html).not.toMatch(/<(img|script|link|iframe)|url\(/)
})

/** Returns the words of a text. URLs, list marks and brackets are left out. */
function words(text: string): string[] {
  return text
    .replaceAll(/https?:\S+/g, '')
    .split(/[\s():-]+/)
    .filter((word) => word !== '')
}
