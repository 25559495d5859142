import { createElement } from 'react'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { MailProps, Receipt, RenderedMail } from '#contract/values/mails.ts'
import { MailButton, MailLayout, MailNote } from './mail-layout.tsx'
import { ReceiptTable, receiptText } from './receipt-table.tsx'
import { words } from './texts.ts'

/**
 * The content of a mail: a heading, the parts, and the last line (`foot`). Each part is given as plain text and as a
 * React element.
 */
type Content = { title: string; foot: string; parts: { text: string; element: ReactNode }[] }

/** Renders a mail as plain text and as an HTML document. Both have the same content. */
export function renderMail(subject: string, props: MailProps): RenderedMail {
  const { title, foot, parts } = contentOf(props)
  const layout = { subject, title, shop: words.shop, foot }
  const html = renderToStaticMarkup(createElement(MailLayout, layout, ...parts.map(({ element }) => element)))
  const text = [title, ...parts.map((part) => part.text), `-- \n${words.shop}\n${foot}`].join('\n\n')
  return { text: `${text}\n`, html: `<!doctype html>${html}` }
}

function contentOf(props: MailProps): Content {
  if (props.template === 'password-reset') return passwordReset(props)
  return props.template === 'order-confirmation' ? orderConfirmation(props) : newOrder(props)
}

function passwordReset({ name, link, minutes }: MailProps & { template: 'password-reset' }): Content {
  return {
    title: words.resetTitle,
    parts: [
      paragraph(words.resetLead(name)),
      button(words.resetButton, link),
      paragraph(words.resetTime(minutes)),
    ],
    foot: words.resetFoot,
  }
}

function orderConfirmation({ receipt, link }: MailProps & { template: 'order-confirmation' }): Content {
  return {
    title: words.orderTitle,
    parts: [paragraph(words.orderLead(receipt.customer)), ...order(receipt), button(words.orderButton, link)],
    foot: words.orderFoot,
  }
}

function newOrder({ receipt, link }: MailProps & { template: 'new-order' }): Content {
  return {
    title: words.newOrderTitle,
    parts: [
      paragraph(words.newOrderLead(receipt.customer, receipt.email)),
      ...order(receipt),
      button(words.newOrderButton, link),
    ],
    foot: words.newOrderFoot,
  }
}

function order(receipt: Receipt): Content['parts'] {
  const number = words.orderNumber(receipt.orderId, words.orderedAt(receipt.orderedAt))
  return [
    { text: receiptText(receipt), element: <ReceiptTable receipt={receipt} /> },
    { text: number, element: <MailNote>{number}</MailNote> },
  ]
}

function paragraph(text: string): Content['parts'][number] {
  return { text, element: <p>{text}</p> }
}

function button(label: string, href: string): Content['parts'][number] {
  return { text: `${label}:\n${href}`, element: <MailButton href={href}>{label}</MailButton> }
}
