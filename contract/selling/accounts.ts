/** DATEV's charts of accounts that small firms have. */
export const CHARTS = ['SKR03', 'SKR04'] as const

/** The accounts of a shop: for revenue by kind of tax, for the ways of payment, for fees and for lost disputes. */
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
  'disputes',
] as const

type AccountName = (typeof ACCOUNT_NAMES)[number]

/** The numbers of all accounts. */
export type Accounts = Record<AccountName, string>

/** Returns an object with a value for each account. */
export function forAccounts<T>(valueOf: (name: AccountName) => T): Record<AccountName, T> {
  // cast: the entries have exactly the names of the accounts
  return Object.fromEntries(ACCOUNT_NAMES.map((name) => [name, valueOf(name)])) as Record<AccountName, T>
}

/**
 * The accounts of these charts that are usual for a shop. Those for revenue with German tax compute the tax by themselves,
 * so that bookings need no tax key. `abroad` is for revenue out of the EU, and `untaxed` for revenue without tax. `disputes`
 * is for claims that are lost ("Forderungsverluste"), without a correction of the tax.
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
    disputes: '2400',
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
    disputes: '6930',
  },
}
