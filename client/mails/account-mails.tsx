import type { MailProps } from '#contract/values/mails.ts'
import { button, paragraph } from './content.tsx'
import type { Content, Part } from './content.tsx'
import { words } from './texts.ts'

export type AccountMail = Extract<
  MailProps,
  {
    template:
      | 'password-reset'
      | 'confirm-sign-up'
      | 'email-change-old'
      | 'email-change-new'
      | 'address-taken'
      | 'account-deleted'
  }
>

/** Returns the content of a mail about an account: its password, its email address, or its deletion. */
export function accountContent(mail: AccountMail): Content {
  switch (mail.template) {
    case 'password-reset':
      return withLink(mail, words.resetTitle, {
        lead: words.resetLead(mail.name),
        label: words.resetButton,
        foot: words.resetFoot,
      })
    case 'confirm-sign-up':
      return withLink(mail, words.confirmTitle, {
        lead: words.confirmLead(mail.name),
        label: words.confirmButton,
        foot: words.confirmFoot,
      })
    case 'email-change-new':
      return withLink(mail, words.confirmTitle, {
        lead: words.newEmailLead(mail.name),
        label: words.confirmButton,
        foot: words.newEmailFoot,
      })
    case 'email-change-old':
      return withLink(mail, words.oldEmailTitle, {
        lead: words.oldEmailLead(mail.name, mail.newEmail),
        label: words.oldEmailButton,
        foot: words.oldEmailFoot,
      })
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
  }
}

type Texts = { lead: string; label: string; foot: string }

function withLink(
  { link, minutes }: { link: string; minutes: number },
  title: string,
  { lead, label, foot }: Texts,
): Content {
  const parts: Part[] = [paragraph(lead), button(label, link), paragraph(words.linkTime(minutes))]
  return { title, parts, foot }
}
