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
import { hello, plainName } from './link-texts.ts'

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
  if (mail.template === 'subscription') return subscriptionContent(mail)
  if (mail.template === 'gift') return giftContent(mail)
  if ('code' in mail) return codeContent(mail)
  if ('minutes' in mail) return linkContent(mail)
  if ('amount' in mail) return moneyContent(mail, currency)
  switch (mail.template) {
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
    case 'account-deleted':
      return {
        title: words.deletedTitle,
        parts: [paragraph(words.deletedLead(mail.name))],
        foot: words.deletedFoot,
      }
    case 'back-in-stock':
      return {
        title: words.backTitle(mail.product),
        parts: [paragraph(words.backLead(mail.name, mail.product)), button(words.backButton, mail.link)],
        foot: words.backFoot,
      }
  }
}

function codeContent({
  name,
  code,
  minutes,
}: Extract<MailProps, { template: 'subscription-code' }>): Content {
  const { title, lead, foot } = words.code
  return { title, parts: [paragraph(lead(name)), lines([code]), paragraph(words.codeTime(minutes))], foot }
}

type LinkMail = Extract<MailProps, { link: string; minutes: number }>

/** Returns what the mail with a link is about, if it says so: the new address, a product, or the number of an order. */
function about(mail: LinkMail): string {
  if ('newEmail' in mail) return mail.newEmail
  if ('product' in mail) return mail.product
  return 'number' in mail ? String(mail.number) : ''
}

function linkContent(mail: LinkMail): Content {
  const { title, lead, button: label, foot } = words.links[mail.template]
  const text = lead(mail.name, about(mail))
  return {
    title,
    parts: [paragraph(text), button(label, mail.link), paragraph(words.linkTime(mail.minutes))],
    foot,
  }
}

type MoneyMail = Exclude<Extract<MailProps, { amount: string }>, { receipt: unknown }>

/** Returns the content of a mail about money that belongs to no order: a bank debit, or a payment that came late. */
function moneyContent(mail: MoneyMail, currency: string): Content {
  const amount = formatPrice(mail.amount, currency)
  switch (mail.template) {
    case 'late-refund':
      return {
        title: words.lateTitle,
        parts: [paragraph(words.lateLead(mail.name, amount))],
        foot: words.lateFoot,
      }
    case 'late-refund-notice':
      return {
        title: words.lateNoticeTitle,
        parts: [paragraph(words.lateNoticeLead(mail.name, mail.email, amount))],
        foot: words.newOrderFoot,
      }
    default: {
      const { title, lead, button: label } = words.debits[mail.template]
      return {
        title,
        parts: [paragraph(lead(mail.name, amount)), button(label, mail.link)],
        foot: words.afterSaleFoot,
      }
    }
  }
}

type Mail = Extract<MailProps, { template: 'gift' }>

/** Returns the content of the mail with the code of a gift, which its buyer passes on. */
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
    foot: 'You can reply to this mail if something is not right.',
  }
}
