/** The texts about the opening of the shop. The specification prescribes none of them. */
export const words = {
  title: 'Opening soon',
  heading: (shop: string) => `${shop} opens soon`,
  more: 'We are still filling the shelves. Please look in again soon.',
  writeToUs: 'Write to us',

  invitation: 'Invitation',
  invitationLead: 'You are invited to become an administrator of this shop, and to set it up.',
  invitationOpen: 'Sign up with the email address that was invited.',
  toSignUp: 'Sign up',
  toLogin: 'I have an account',
  invitationAs: (email: string) => `You are signed in as ${email}.`,
  accept: 'Become an administrator',
  accepting: 'Checking…',
  noCode: 'This link is not complete. Open the whole link that you were given.',

  opening: 'Opening',
  openingFailed: 'It is not known whether the shop is open',
  openingMore: 'These two settings take effect at once.',
  isOpen: 'The shop is open.',
  isClosed: 'The shop is closed. Visitors read that it opens soon, and only admins can use it.',
  open: 'Open the shop',
  close: 'Close the shop',
  closeTitle: 'Close the shop?',
  closeMore:
    'Visitors then read that the shop opens soon, and customers cannot order. Orders that were placed stay.',
  switched: (isOpen: boolean) => (isOpen ? 'The shop is open' : 'The shop is closed'),
  audience: 'Who can see the pages of products',
  audiences: {
    everyone: 'Everyone, also search engines',
    signedIn: 'Customers who are signed in',
  },
  saved: 'Saved',
} as const
