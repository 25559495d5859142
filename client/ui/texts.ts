/** Texts of all pages. The specification prescribes none of them. Those of forms stand with their fields. */
export const words = {
  noScriptPage: 'This page needs JavaScript, which your browser has switched off.',
  loading: 'Loading',
  retry: 'Retry',
  retrying: 'Trying again…',
  cancel: 'Cancel',
  undo: 'Undo',
  dismiss: 'Dismiss',
  showMore: (step: number, all: number) => `Show ${step} more of ${all}`,
} as const
