/** The texts of the page "The month". The specification does not prescribe them. */
export const words = {
  lead: 'What came in and went out in a month, for you or your accountant. The files open in Excel and LibreOffice by a double click.',
  month: 'Month',
  days: (midnight: string) => `The month begins and ends at ${midnight}.`,
  files: {
    monthOrders: { name: 'Orders', more: 'One row for each order that was paid in the month.' },
    monthLines: { name: 'What was sold', more: 'Each coffee of these orders, and their delivery.' },
    monthMoney: {
      name: 'Money',
      more: 'Payments, refunds, lost disputes, and the fees of Stripe as far as they are known.',
    },
    monthTax: {
      name: 'Tax',
      more: 'By country and rate, without what was refunded in the month: also for the One Stop Shop. Refunds of sales of an earlier quarter have rows of their own. Lost disputes are not taken off.',
    },
    monthDatev: {
      name: 'DATEV',
      more: 'The same as bookings (EXTF 700). Let your tax adviser look at the first one.',
    },
  },
  enterNumbers: 'Enter the numbers of your tax adviser under Selling',
  beforeDatev: 'Then there is a file for DATEV, too.',
} as const
