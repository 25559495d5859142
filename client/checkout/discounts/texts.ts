export const codeWords = {
  code: 'Discount code',
  apply: 'Apply',
  without: 'Go on without it',
  remove: 'Remove',
  unknown: 'We do not know this code.',
  applied: (code: string) => `The code ${code} is applied.`,
  ofNoUse: (code: string) => `The code ${code} takes nothing off this order.`,
} as const
