/** The error messages that the specification prescribes in section 5, for all forms with a name or an email address. */
export const specTexts = {
  nameRequired: 'Name is required',
  emailRequired: 'Email Address is required',
} as const

/** The texts that the specification does not prescribe. */
export const words = {
  name: 'Name',
  email: 'Email address',
  emailWrong: 'This does not look like an email address',
  emailInvisible: 'There is an invisible character in this address. Please type it instead of pasting it.',
  noScriptForm:
    'This form needs JavaScript, which your browser has switched off. Without it nothing you type is sent.',
  noScriptPage: 'This page needs JavaScript, which your browser has switched off.',
  loading: 'Loading',
  retry: 'Retry',
  retrying: 'Trying again…',
  cancel: 'Cancel',
  undo: 'Undo',
  dismiss: 'Dismiss',
  showMore: (step: number, all: number) => `Show ${step} more of ${all}`,
} as const
