/** The texts of the mails with a link that works once, by template. */
export const links = {
  'password-reset': {
    title: 'Choose a new password',
    lead: (name: string) => `${hello(name)} we got a request to choose a new password for your account.`,
    button: 'Choose a new password',
    foot: 'If it was not you, you need not do anything: your password stays as it is.',
  },
  'confirm-sign-up': {
    title: 'Confirm your email address',
    lead: (name: string) =>
      `${hello(name)} thank you for signing up. Confirm that this is your email address, and your account is ready.`,
    button: 'Confirm the address',
    foot: 'If it was not you, you need not do anything: there is no account without the link.',
  },
  'email-change-new': {
    title: 'Confirm your email address',
    lead: (name: string) =>
      `${hello(name)} this is to become the email address of your account. Open the link in the browser in which you are logged in. The old address gets a mail, too.`,
    button: 'Confirm the address',
    foot: 'If it was not you, you need not do anything: no account gets your address without the link.',
  },
  'email-change-old': {
    title: 'Your new email address',
    lead: (name: string, newEmail: string) =>
      `${hello(name)} the email address of your account is to be changed to ${newEmail}. If you agree, open the link in the browser in which you are logged in.`,
    button: 'Agree to the change',
    foot: 'If it was not you, do not open the link, and choose a new password: a person who knows yours has asked for this.',
  },
  'withdrawal-link': {
    title: 'Confirm your withdrawal',
    lead: (name: string, number: string) =>
      `${hello(name)} you have told us that you withdraw from the contract about order ${number}. Confirm it with this link, and you get a receipt with the time at which you told us.`,
    button: 'Confirm withdrawal',
    foot: 'If it was not you, you need not do anything: your order stays as it is.',
  },
  'watch-link': {
    title: 'Shall we tell you?',
    lead: (name: string, product: string) =>
      `${hello(name)} you would like to know when ${product} can be bought again. Confirm it with this link, and we write to you once.`,
    button: 'Tell me when it is back',
    foot: 'If it was not you, you need not do anything: without the link, you get no more mails.',
  },
}

/** Returns the beginning of a mail to a person, who may have no name. */
export function hello(name: string): string {
  const shown = plainName(name)
  return shown === '' ? 'Hello,' : `Hello ${shown},`
}

/**
 * Returns a name for the text of a mail, in one line. Returns '' for a name that is very long or may contain a link:
 * anyone can sign up with another person's email address and choose a name that is a message to this person.
 */
export function plainName(name: string): string {
  const line = name.replaceAll(/\s+/g, ' ').trim()
  return line.length > 60 || /[:/@]|\.\S/.test(line) ? '' : line
}
