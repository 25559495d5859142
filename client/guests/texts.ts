/** The texts for people who buy without an account. */
export const words = {
  notSignedIn: 'This order is private',
  notSignedInMore: 'Open it with the link in our mail. If you ordered with an account, log in.',
  logIn: 'Log in',
} as const
