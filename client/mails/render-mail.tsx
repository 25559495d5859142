import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { MailProps, MailShop, RenderedMail } from '#contract/values/mails.ts'
import { setShopCurrency, formatPrice } from '#contract/values/money.ts'
import { pageTable } from '#contract/values/page-table.ts'
import { setShopDates } from '#contract/values/dates/shop-dates.ts'
import { accountContent } from './account-mails.tsx'
import { button, paragraph } from './content.tsx'
import type { Content } from './content.tsx'
import { MailLayout } from './mail-layout.tsx'
import { orderContent } from './order-mails.tsx'
import { words } from './texts.ts'

/**
 * Renders a mail as plain text and as an HTML document. Both have the same content. Its amounts are in the currency of
 * the shop, and its dates in the style and the time zone of the shop.
 */
export function renderMail(subject: string, props: MailProps, shop: MailShop): RenderedMail {
  setShopCurrency(shop.currency)
  setShopDates(shop)
  const { title, foot, parts } = contentOf(props)
  const layout = { subject, title, shop, foot }
  const html = renderToStaticMarkup(createElement(MailLayout, layout, ...parts.map(({ element }) => element)))
  const text = [title, ...parts.map((part) => part.text), `-- \n${footOf(shop, foot)}`].join('\n\n')
  return { text: `${text}\n`, html: `<!doctype html>${html}` }
}

/** Returns the end of the plain text: the name of the shop, the last line of the mail, the address and the imprint. */
function footOf({ name, address, imprintUrl }: MailShop, foot: string): string {
  const imprint = imprintUrl === null ? '' : `${pageTable.imprint.title}: ${imprintUrl}`
  return [name, foot, address, imprint].filter((line) => line !== '').join('\n')
}

function contentOf(props: MailProps): Content {
  if (props.template === 'back-in-stock') return backInStock(props)
  if (props.template === 'late-refund' || props.template === 'late-refund-notice') return lateRefund(props)
  if (props.template === 'debit-authorised' || props.template === 'debit-refused') return bankDebit(props)
  return 'receipt' in props ? orderContent(props) : accountContent(props)
}

function backInStock({ name, product, link }: MailProps & { template: 'back-in-stock' }): Content {
  return {
    title: words.backTitle(product),
    parts: [paragraph(words.backLead(name, product)), button(words.backButton, link)],
    foot: words.backFoot,
  }
}

function bankDebit({
  template,
  name,
  amount,
  link,
}: Extract<MailProps, { template: 'debit-authorised' | 'debit-refused' }>): Content {
  const { title, lead, button: label } = words.debits[template]
  return {
    title,
    parts: [paragraph(lead(name, formatPrice(amount))), button(label, link)],
    foot: words.afterSaleFoot,
  }
}

function lateRefund(props: MailProps & { template: 'late-refund' | 'late-refund-notice' }): Content {
  const amount = formatPrice(props.amount)
  return props.template === 'late-refund'
    ? {
        title: words.refundedTitle,
        parts: [paragraph(words.lateLead(props.name, amount))],
        foot: words.lateFoot,
      }
    : {
        title: words.lateNoticeTitle,
        parts: [paragraph(words.lateNoticeLead(props.name, props.email, amount))],
        foot: words.newOrderFoot,
      }
}
