import { useMemo } from 'react'
import type { LiveTopic } from '#contract/values/live.ts'
import type { User } from '#contract/users.ts'
import { api } from '#client/lib/api.ts'
import { apiPage } from '#client/lib/api-page.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { DataTable } from '../table/data-table.tsx'
import { NoRows } from '../filters/no-rows.tsx'
import { TableFilters } from '../filters/table-filters.tsx'
import { filterQuery, isFiltered, sortBy, tableQuery, UNFILTERED } from '../filters/table-state.ts'
import { useRows } from '../rows/use-rows.ts'
import { useTableState } from '../filters/use-table-state.ts'
import { texts, words } from '../texts.ts'
import { columns } from './user-columns.tsx'
import { USERS } from './users-source.ts'

const TOPICS: readonly LiveTopic[] = ['users']

/** `/dashboard/allUsers`: everybody with an account, and who of them is an administrator. */
export function UsersPage() {
  const [state, change] = useTableState(USERS)
  const loaded = useRows<User>(
    useMemo(() => {
      const query = tableQuery(state, USERS)
      const filters = filterQuery(state, USERS)
      return {
        key: ['GET /allUser', 'rows', query],
        topics: TOPICS,
        fetchPage: (after, signal) =>
          apiPage('GET /allUser', { query: { ...query, ...(after && { after }) } }, { signal }),
        count: {
          key: ['GET /count/users', filters],
          fetch: (signal) => api('GET /count/users', { query: filters }, { signal }),
        },
      }
    }, [state]),
  )
  const clear = isFiltered(state) ? () => change(UNFILTERED) : undefined
  return (
    <>
      <PageTitle title={texts.links.users} />
      <TableFilters filters={USERS.filters} state={state} change={change} nameLabel={words.name} />
      <DataTable
        label={texts.links.users}
        name="users"
        columns={columns}
        loaded={loaded}
        sorting={{ ...state, onSort: (sort) => change(sortBy(state, sort)) }}
        empty={<NoRows title={words.noUsers} more="" onClear={clear} />}
      />
    </>
  )
}
