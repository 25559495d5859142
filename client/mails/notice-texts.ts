import type { MailProps } from '#contract/values/mails.ts'

/** A mail that is one paragraph, and a button if it has a link. */
export type NoticeMail = Exclude<
  MailProps,
  | { receipt: unknown }
  | { revokeLink: string }
  | { code: string }
  | { template: 'address-taken' | 'back-in-stock' }
>

/** What a notice names. Each names only what its mail has. */
type Named = {
  name: string
  email?: string
  newEmail?: string
  product?: string
  number?: number
  amount?: string
}

type Notice = { title: string; lead: (named: Named) => string; button?: string; foot: string }

export const REPLY_FOOT = 'You can reply to this mail if something is not right.'

/** The last line of the mails to the shop. */
export const SHOP_FOOT = 'A reply to this mail goes to the customer.'

export const notices: Record<NoticeMail['template'], Notice> = {
  'password-reset': {
    title: 'Choose a new password',
    lead: ({ name }) => `${hello(name)} we got a request to choose a new password for your account.`,
    button: 'Choose a new password',
    foot: 'If it was not you, you need not do anything: your password stays as it is.',
  },
  'confirm-sign-up': {
    title: 'Confirm your email address',
    lead: ({ name }) =>
      `${hello(name)} thank you for signing up. Confirm that this is your email address, and your account is ready.`,
    button: 'Confirm the address',
    foot: 'If it was not you, you need not do anything: there is no account without the link.',
  },
  'email-change-new': {
    title: 'Confirm your email address',
    lead: ({ name }) =>
      `${hello(name)} this is to become the email address of your account. Open the link in the browser in which you are logged in. The old address gets a mail, too.`,
    button: 'Confirm the address',
    foot: 'If it was not you, you need not do anything: no account gets your address without the link.',
  },
  'email-change-old': {
    title: 'Your new email address',
    lead: ({ name, newEmail }) =>
      `${hello(name)} the email address of your account is to be changed to ${newEmail}. If you agree, open the link in the browser in which you are logged in.`,
    button: 'Agree to the change',
    foot: 'If it was not you, do not open the link, and choose a new password: a person who knows yours has asked for this.',
  },
  'withdrawal-link': {
    title: 'Confirm your withdrawal',
    lead: ({ name, number }) =>
      `${hello(name)} you have told us that you withdraw from the contract about order ${number}. Confirm it with this link, and you get a receipt with the time at which you told us.`,
    button: 'Confirm withdrawal',
    foot: 'If it was not you, you need not do anything: your order stays as it is.',
  },
  'watch-link': {
    title: 'Shall we tell you?',
    lead: ({ name, product }) =>
      `${hello(name)} you would like to know when ${product} can be bought again. Confirm it with this link, and we write to you once.`,
    button: 'Tell me when it is back',
    foot: 'If it was not you, you need not do anything: without the link, you get no more mails.',
  },
  'account-deleted': {
    title: 'Your account is deleted',
    lead: ({ name }) =>
      `${hello(name)} your account was deleted, with your addresses, your cart and all logins. Your orders stay in our books for as long as the law demands.`,
    foot: 'This is the last mail to this address about the account.',
  },
  'debit-authorised': {
    title: 'Your payment is on its way',
    lead: ({ name, amount }) =>
      `${hello(name)} you have allowed us to collect ${amount} from your bank account. That takes some days. We keep your items for you, and write to you when the money has arrived. You need not do anything.`,
    button: 'See what is on its way',
    foot: REPLY_FOOT,
  },
  'debit-refused': {
    title: 'Your bank has refused the payment',
    lead: ({ name, amount }) =>
      `${hello(name)} your bank has refused to pay us ${amount}. Nothing was charged, and there is no order. Your items are in your cart, where you can pay in another way.`,
    button: 'Open your cart',
    foot: REPLY_FOOT,
  },
  'late-refund': {
    title: 'Your refund',
    lead: ({ name, amount }) =>
      `${hello(name)} your payment of ${amount} reached us after it had been cancelled or had failed, or was not the amount of your order. There is no order for it, so we have refunded it. Your bank may take some days to show it.`,
    foot: 'If you still want the coffee, order it again in the shop.',
  },
  'late-refund-notice': {
    title: 'A late payment was refunded',
    lead: ({ name, email, amount }) =>
      `${amount} from ${plainName(name)} (${email}) arrived after the payment had been cancelled or had failed, or was not the amount of the order. There is no order for it, so the shop has refunded it. You need not do anything.`,
    foot: SHOP_FOOT,
  },
}

/** Returns the beginning of a mail to a person, who may have no name. */
export function hello(name: string): string {
  const shown = plainName(name)
  return shown === '' ? 'Hello,' : `Hello ${shown},`
}

/**
 * Returns a name for the text of a mail, in one line. Returns '' for a name that is very long or may contain a link:
 * anyone can sign up with another person's email address and choose a name that is a message to this person. A dot before a
 * single letter, as in `J.R.` or `2.º`, makes no link.
 */
export function plainName(name: string): string {
  const line = name.replaceAll(/\s+/g, ' ').trim()
  return line.length > 60 || /[:@]|\.(?!\p{L}(?![\p{L}\p{N}]))\S/u.test(line) ? '' : line
}
