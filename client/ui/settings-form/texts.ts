/** The texts that the forms of admins have in common. */
export const formWords = {
  saving: 'Saving…',
  someWrong: 'Something above is not right.',
  notSaved: (why: string) => `Not saved. ${why}`,
  perhapsSaved: (why: string) => `It is not known whether this was saved. ${why}`,
  reload: 'Reload the page to see them.',
  leaveTitle: 'Leave without saving?',
  leaveMore: 'Your changes are not saved yet.',
  leave: 'Leave',
  stay: 'Keep editing',
} as const
