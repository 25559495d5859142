import type { TableSpec } from '../filters/table-state.ts'

/** The table of full orders; its sorts are the contract's. */
export const ORDERS = {
  sorts: ['newest', 'email', 'customer', 'total'],
  filters: ['email', 'name', 'delivery', 'from', 'to'],
} as const satisfies TableSpec<string>
