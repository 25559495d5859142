import type { TableSpec } from '../filters/table-state.ts'

/** The table of all ordered products; its sorts are the contract's. */
export const PRODUCTS = {
  sorts: ['newest', 'email', 'name', 'price', 'payment'],
  filters: ['email', 'name', 'payment'],
} as const satisfies TableSpec<string>
