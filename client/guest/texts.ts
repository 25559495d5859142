/** The texts for people who buy without an account. */
export const words = {
  notSignedIn: 'Who are you?',
  notSignedInMore: 'Open your order with the link in our mail. If you ordered with an account, log in.',
  logIn: 'Log in',
} as const
