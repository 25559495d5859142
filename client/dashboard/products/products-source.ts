import type { TableSpec } from '../filters/table-state.ts'

/** The table of all ordered products; its sorts are the contract's. */
export const PRODUCTS = {
  sorts: ['newest', 'email', 'name', 'price', 'payment', 'delivery'],
  filters: ['email', 'name', 'payment', 'delivery', 'from', 'to'],
} as const satisfies TableSpec<string>
