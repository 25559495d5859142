export const words = {
  loading: 'Loading',
  failed: 'This text could not be loaded',
} as const
