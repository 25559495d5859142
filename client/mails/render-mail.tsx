import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { MailProps, RenderedMail } from '#contract/values/mails.ts'
import { DEFAULT_CURRENCY, setShopCurrency } from '#contract/values/currencies.ts'
import { accountContent } from './account-mails.tsx'
import { button, paragraph } from './content.tsx'
import type { Content } from './content.tsx'
import { MailLayout } from './mail-layout.tsx'
import { orderContent } from './order-mails.tsx'
import { words } from './texts.ts'

/**
 * Renders a mail as plain text and as an HTML document. Both have the same content. Its amounts are in `currency`, the
 * currency of the shop.
 */
export function renderMail(
  subject: string,
  props: MailProps,
  currency: string = DEFAULT_CURRENCY,
): RenderedMail {
  setShopCurrency(currency)
  const { title, foot, parts } = contentOf(props)
  const layout = { subject, title, shop: words.shop, foot }
  const html = renderToStaticMarkup(createElement(MailLayout, layout, ...parts.map(({ element }) => element)))
  const text = [title, ...parts.map((part) => part.text), `-- \n${words.shop}\n${foot}`].join('\n\n')
  return { text: `${text}\n`, html: `<!doctype html>${html}` }
}

function contentOf(props: MailProps): Content {
  if (props.template === 'back-in-stock') return backInStock(props)
  return 'receipt' in props ? orderContent(props) : accountContent(props)
}

function backInStock({ name, product, link }: MailProps & { template: 'back-in-stock' }): Content {
  return {
    title: words.backTitle(product),
    parts: [paragraph(words.backLead(name, product)), button(words.backButton, link)],
    foot: words.backFoot,
  }
}
