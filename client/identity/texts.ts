/**
 * The texts that the specification prescribes, in sections 2 (Log In, Sign Up), 5, 7 and 8. The spelling mistakes
 * come from the specification.
 */
export const texts = {
  logIn: 'Log In',
  signUp: 'Sign Up',
  passwordRequired: 'Password is required',
  passwordTooShort: 'Password must be 6 caracter or longer',
  loggedIn: 'Login Successsfully',
  userCreated: 'User Created Successfully',
} as const

/** The texts that the specification does not prescribe. */
export const words = {
  loginTitle: 'Log In',
  registerTitle: 'Sign Up',
  loginLead: 'Good to see you. Your cart is where you left it.',
  registerLead: 'An account keeps your cart and your orders together.',
  password: 'Password',
  passwordTooLong: 'Password must be 128 characters or shorter',
  nameTooLong: 'Name must be 200 characters or shorter',
  passwordHint: 'At least 6 characters',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  loggingIn: 'Logging in…',
  signingUp: 'Signing up…',
  newHere: 'New here?',
  toRegister: 'Create an account',
  knownHere: 'Already have an account?',
  toLogin: 'Log in instead',
  forgot: 'Forgot your password?',
  forgotTitle: 'Forgot your password?',
  forgotLead: 'Enter the email address of your account. We will send you a link to choose a new password.',
  sendLink: 'Send the link',
  sendingLink: 'Sending…',
  resetSent: (email: string) =>
    `If there is an account for ${email}, a mail with a link is on its way. The link works for 30 minutes. If no mail comes, look in the spam folder, too.`,
  noMail: 'This shop cannot send mails. Write to us, and we will help.',
  toContact: 'Contact us',
  backToLogin: 'Back to the login',
  resetTitle: 'New password',
  resetLead: 'Choose a new password. You will be logged out in all browsers.',
  savePassword: 'Save the new password',
  savingPassword: 'Saving…',
  passwordChanged: 'Password changed. Log in with the new one.',
  noToken: 'Open this page with the link in our mail, or ask for a new link.',
  askAgain: 'Ask for a new link',
  or: 'OR',
  notAdmin: (email: string) =>
    `This page is for administrators, and you are logged in as ${email}. Log in with another account, or ask an administrator to make you one, then choose Check again.`,
  checkAgain: 'Check again',
  checking: 'Checking…',
  notAdminYet: 'You are not an administrator yet.',
  sessionLost: 'Your session has ended. Log in again to go on where you were.',
  browse: 'Continue browsing',
  demoTitle: 'Just looking? Use a demo account',
  demoShopper: 'Shopper',
  demoAdmin: 'Admin',
  fillIn: 'Fill in',
} as const
