import type { Discount } from '#contract/selling/discounts.ts'
import { weekdayText } from '#contract/values/dates/date-texts.ts'
import { formatMoney } from '#contract/values/money.ts'

export const words = {
  title: 'Discounts',
  lead: 'Customers get the best discount that needs no code, and one with a code.',
  loading: 'Loading the discounts',
  failed: 'The discounts could not be loaded',
  none: 'There are no discounts yet',
  noneMore: 'Add one below. It is taken off in the checkout.',
  add: 'Add a discount',
  addMore: 'It cannot be changed afterwards, but you can end it at any time.',
  adding: 'Adding…',
  added: 'The discount was added',
  name: 'Name',
  nameHint: 'Customers read it in the checkout and on the receipt.',
  code: 'Code (optional)',
  codeHint: 'Without a code, all customers get it by themselves.',
  kind: 'What is taken off',
  kinds: { percent: 'A percentage', amount: 'An amount', delivery: 'Free delivery' },
  value: {
    percent: 'Percent off',
    amount: 'Amount off',
    delivery: 'Up to this price of the delivery (optional)',
  },
  chosen: 'Only for some coffees or brands',
  chosenMore: 'If you choose none, it is for all.',
  fromSubtotal: 'Coffee for at least (optional)',
  fromDay: 'First day (optional)',
  untilDay: 'Last day (optional)',
  maxUses: 'Uses in all (optional)',
  maxPerPerson: 'Uses per person (optional)',
  notUses: 'Write a whole number, 1 or more',
  isFirstOrder: 'Only for a first order',
  required: 'This is required.',
  copy: 'Copy link',
  copyOf: (code: string) => `Copy link with the code ${code}`,
  end: 'End',
  endOf: (name: string) => `End ${name}`,
  endTitle: (name: string) => `End ${name}?`,
  endMore: 'New orders no longer get it. Orders and open payments keep it.',
  keep: 'Keep it',
  delete: 'Delete',
  deleteOf: (name: string) => `Delete ${name}`,
  working: 'Working…',
  ended: 'The discount has ended',
  deleted: 'The discount was deleted',
  states: { 'running': 'Running', 'planned': 'Planned', 'used up': 'Used up', 'ended': 'Ended' },
} as const

export function whatOff({ kind, value }: Discount, currency: string): string {
  if (kind === 'percent') return `${value} % off`
  if (kind === 'amount') return `${formatMoney(value ?? 0, currency)} off`
  return value === null ? 'Free delivery' : `Up to ${formatMoney(value, currency)} off the delivery`
}

export function conditions(discount: Discount, currency: string): string[] {
  const { chosen, fromSubtotal, fromDay, untilDay, maxUses, maxPerPerson, isFirstOrder } = discount
  return [
    chosen && `For ${chosen.join(', ')}`,
    fromSubtotal !== null && `Coffee for at least ${formatMoney(fromSubtotal, currency)}`,
    fromDay && `From ${dateText(fromDay)}`,
    untilDay && `Until ${dateText(untilDay)}`,
    maxUses !== null && `${maxUses} in all`,
    isFirstOrder && 'First orders only',
    maxPerPerson !== null && !isFirstOrder && `${maxPerPerson} per person`,
  ].filter((text) => typeof text === 'string')
}

function dateText(day: string): string {
  return `${weekdayText(day)} ${day.slice(0, 4)}`
}

export function useText({ used, given }: Discount, currency: string): string {
  if (used === 0) return 'Not used'
  return `Used ${used === 1 ? 'once' : `${used} times`}, ${formatMoney(given, currency)} given`
}
