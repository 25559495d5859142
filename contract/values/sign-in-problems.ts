/**
 * The failures of signing in, as in `contract/errors.ts`. If the accounts are at Firebase, the browser itself shows these
 * texts for Firebase's codes, so they are here, without the schemas of that file.
 */
export const signInProblems = {
  'wrong-password': { status: 401, title: 'Invalid email or password' },
  'user-disabled': { status: 403, title: 'This account has been disabled. Write to us if you need it.' },
  'second-factor-needed': {
    status: 403,
    title: 'This account has a second factor, with which you cannot log in here yet. Please write to us.',
  },
  'email-not-confirmed': {
    status: 409,
    title:
      'An account here has this email address already. We have sent a mail to it: choose a new password with its link, then log in here with that.',
  },
  'weak-password': { status: 422, title: 'This password is too easy to guess. Choose a longer one.' },
  'network-request-failed': {
    status: 503,
    title: 'The service for logging in cannot be reached at the moment. Please try again soon.',
  },
  'invalid-api-key': {
    status: 503,
    title:
      'Logging in does not work here at the moment: the key of the shop for it is wrong. Please write to us.',
  },
  'invalid-user-token': {
    status: 503,
    title: 'Logging in does not work here at the moment: it is set up for another shop. Please write to us.',
  },
  'operation-not-allowed': {
    status: 503,
    title: 'The service for logging in does not allow this in this shop. Please write to us.',
  },
  'unauthorized-domain': {
    status: 503,
    title: 'The service for logging in does not know the address of this shop. Please write to us.',
  },
  'wrong-current-password': { status: 422, title: 'This is not your current password.' },
  'sign-in-again': {
    status: 403,
    title: 'Log out and log in again first, with your passkey or code if you have one. Nothing was changed.',
  },
  'email-already-in-use': { status: 422, title: 'This email is already in use' },
  'too-many-requests': { status: 429, title: 'Too many tries. Please wait a moment.' },
} as const
