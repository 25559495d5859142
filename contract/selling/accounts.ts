/** DATEV's charts of accounts that small firms have. */
export const CHARTS = ['SKR03', 'SKR04'] as const

/** The accounts of a shop: for revenue by kind of tax, for the ways of payment, and for fees. */
export const ACCOUNT_NAMES = [
  'standard',
  'reduced',
  'oss',
  'abroad',
  'untaxed',
  'card',
  'transfer',
  'cash',
  'fees',
] as const

/** The numbers of all accounts. */
export type Accounts = Record<(typeof ACCOUNT_NAMES)[number], string>

/**
 * The accounts of these charts that are usual for a shop. Those for revenue with German tax
 * compute the tax by themselves, so that bookings need no tax key. `abroad` is for revenue out of the EU, and `untaxed` for
 * revenue without tax.
 */
export const USUAL_ACCOUNTS: Readonly<Record<(typeof CHARTS)[number], Accounts>> = {
  SKR03: {
    standard: '8400',
    reduced: '8300',
    oss: '8320',
    abroad: '8120',
    untaxed: '8200',
    card: '1360',
    transfer: '1200',
    cash: '1000',
    fees: '4970',
  },
  SKR04: {
    standard: '4400',
    reduced: '4300',
    oss: '4320',
    abroad: '4120',
    untaxed: '4200',
    card: '1460',
    transfer: '1800',
    cash: '1600',
    fees: '6855',
  },
}
