/** The texts of the legal pages that are not the owner's. */
export const words = {
  loading: 'Loading',
  failed: 'This text could not be loaded',
} as const
