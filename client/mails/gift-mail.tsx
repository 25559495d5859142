import type { MailProps } from '#contract/values/mails.ts'
import { hello, plainName } from './link-texts.ts'
import { button, lines, MailPanel, paragraph } from './mail-layout.tsx'
import type { Content } from './mail-layout.tsx'

type Mail = Extract<MailProps, { template: 'gift' }>

/** Returns the content of the mail with the code of a gift, which its buyer passes on. */
export function giftContent({ name, recipient, deliveries, code, link }: Mail): Content {
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
