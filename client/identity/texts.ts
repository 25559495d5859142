/** The texts of the specification: sections 2 (Log In, Sign Up), 5, 7 and 8. The odd spellings are in the specification. */
export const texts = {
  logIn: 'Log In',
  signUp: 'Sign Up',
  passwordRequired: 'Password is required',
  passwordTooShort: 'Password must be 6 caracter or longer',
  loggedIn: 'Login Successsfully',
  userCreated: 'User Created Successfully',
} as const

/** Our own texts. */
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
