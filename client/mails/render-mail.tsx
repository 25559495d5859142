import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { MailProps, MailShop, RenderedMail } from '#contract/values/mails.ts'
import { formatPrice } from '#contract/values/money.ts'
import { pageTable } from '#contract/values/page-table.ts'
import { setShopDates } from '#contract/values/dates/shop-dates.ts'
import { MailLayout, MailPanel, button, lines, paragraph } from './mail-layout.tsx'
import type { Content } from './mail-layout.tsx'
import { orderContent } from './order-mails.tsx'
import { subscriptionContent } from './subscription-mails.tsx'
import { words } from './texts.ts'
import { hello, notices, plainName, REPLY_FOOT } from './notice-texts.ts'
import type { NoticeMail } from './notice-texts.ts'

/**
 * Renders a mail as plain text and as an HTML document. Both have the same content. Its dates are in the style and the
 * time zone of the shop.
 */
export function renderMail(subject: string, props: MailProps, shop: MailShop): RenderedMail {
  setShopDates(shop)
  const { title, foot, parts } = contentOf(props, shop.currency)
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

function contentOf(mail: MailProps, currency: string): Content {
  if ('receipt' in mail) return orderContent(mail)
  switch (mail.template) {
    case 'subscription':
      return subscriptionContent(mail)
    case 'gift':
      return giftContent(mail)
    case 'subscription-code': {
      const { title, lead, foot } = words.code
      const time = paragraph(words.codeTime(mail.minutes))
      return { title, parts: [paragraph(lead(mail.name)), lines([mail.code]), time], foot }
    }
    case 'address-taken':
      return {
        title: words.takenTitle,
        parts: [
          paragraph(words.takenLead),
          button(words.takenButton, mail.link),
          button(words.takenResetButton, mail.resetLink),
        ],
        foot: words.takenFoot,
      }
    case 'back-in-stock':
      return {
        title: words.backTitle(mail.product),
        parts: [paragraph(words.backLead(mail.name, mail.product)), button(words.backButton, mail.link)],
        foot: words.backFoot,
      }
    default:
      return noticeContent(mail, currency)
  }
}

function noticeContent(mail: NoticeMail, currency: string): Content {
  const { title, lead, button: label, foot } = notices[mail.template]
  const named = 'amount' in mail ? { ...mail, amount: formatPrice(mail.amount, currency) } : mail
  return {
    title,
    parts: [
      paragraph(lead(named)),
      ...(label !== undefined && 'link' in mail ? [button(label, mail.link)] : []),
      ...('minutes' in mail ? [paragraph(words.linkTime(mail.minutes))] : []),
    ],
    foot,
  }
}

type Mail = Extract<MailProps, { template: 'gift' }>

function giftContent({ name, recipient, deliveries, code, link }: Mail): Content {
  const person = plainName(recipient) || 'the recipient'
  const { text, element } = lines([code])
  return {
    title: 'Your gift',
    parts: [
      paragraph(
        `${hello(name)} here is the code of your gift, ${deliveries} deliveries of coffee. It works once, so give it only to ${person}.`,
      ),
      { text, element: <MailPanel>{element}</MailPanel> },
      paragraph(
        'The button opens a page with the code and your message. Print it as a card, or send its link. The recipient enters an address there, and we send the coffee.',
      ),
      button('See and print the card', link),
    ],
    foot: REPLY_FOOT,
  }
}
