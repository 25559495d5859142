import type { DeletedEntry } from '#contract/shop-management.ts'

export const words = {
  page: 'My Shop: deleted',
  heading: 'Deleted in the last 30 days',
  explanation: 'Restoring puts an entry back into the shop as it was. A brand comes back with its coffees.',
  loading: 'Loading the deleted entries',
  failed: 'The deleted entries could not be loaded',
  none: 'Nothing was deleted in the last 30 days',
  noneNext: 'What an admin deletes is kept here for 30 days and can be restored.',
  restore: 'Restore',
  restoring: 'Restoring…',
  deletedOn: 'Deleted on',
  what: ({ kind, coffees = 0, brand }: DeletedEntry) => {
    if (kind === 'coffee') return `Coffee name of ${brand}`
    if (kind === 'packet') return 'Packet'
    return coffees === 0 ? 'Brand' : `Brand with ${coffees} ${coffees === 1 ? 'coffee' : 'coffees'}`
  },
} as const
