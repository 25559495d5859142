import type { TableSpec } from '../filters/table-state.ts'

/** The table of all users; its sorts are the contract's. */
export const USERS = {
  sorts: ['newest', 'email', 'name'],
  filters: ['email', 'name'],
} as const satisfies TableSpec<string>
