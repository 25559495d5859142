/** The texts of the pages before the shop is open. The specification prescribes none of them. */
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
} as const
