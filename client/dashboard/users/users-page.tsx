import type { User } from '#contract/users.ts'
import { sortsOf } from '#contract/values/states.ts'
import { useSession } from '#client/identity/session.tsx'
import { api } from '#client/lib/api.ts'
import { apiPage } from '#client/lib/api-page.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { NoRows, TableFilters } from '../filters/table-filters.tsx'
import { EmailText } from '../marks/marks.tsx'
import { DataTable } from '../table/data-table.tsx'
import { ACTION_WIDTH, NUMBER_WIDTH } from '../table/table-head.tsx'
import type { Column } from '../table/table-head.tsx'
import { useTable } from '../table/use-table.ts'
import type { TableSource } from '../table/use-table.ts'
import { texts, words } from '../texts.ts'
import { DeleteUser } from './delete-user.tsx'
import { RoleButton } from './role-button.tsx'

type Sort = (typeof sortsOf.users)[number]

const SOURCE: TableSource<User, Sort> = {
  sorts: sortsOf.users,
  filters: ['email', 'name'],
  topics: ['users'],
  rowsCall: 'GET /allUser',
  fetchPage: (query, signal) => apiPage('GET /allUser', { query }, { signal }),
  count: {
    call: 'GET /count/users',
    fetch: (query, signal) => api('GET /count/users', { query }, { signal }),
    newRows: (count) => words.newRows(count, 'user'),
  },
}

const COLUMNS: readonly Column<User, Sort>[] = [
  { name: 'number', header: words.number, ...NUMBER_WIDTH, sort: 'newest', cell: (_, index) => index + 1 },
  {
    name: 'email',
    header: words.email,
    sort: 'email',
    rowHeader: true,
    cell: ({ email }) => <Email email={email} />,
  },
  { name: 'name', header: words.name, sort: 'name', cell: ({ name }) => name },
  { name: 'role', header: words.role, width: '12.5rem', cell: (user) => <RoleButton user={user} /> },
  { name: 'action', header: texts.delete, ...ACTION_WIDTH, cell: (user) => <DeleteUser user={user} /> },
]

/**
 * The page `/dashboard/allUsers`: the table of all users, with buttons that change a user's role or delete the user.
 */
export function UsersPage() {
  const table = useTable(SOURCE)
  return (
    <>
      <PageTitle title={texts.links.users} />
      <TableFilters table={table} nameLabel={words.name} />
      <DataTable
        label={texts.links.users}
        name="users"
        columns={COLUMNS}
        table={table}
        empty={<NoRows table={table} title={words.noUsers} />}
      />
    </>
  )
}

function Email({ email }: { email: string }) {
  const isOwn = useSession().user?.email === email
  return (
    <>
      <EmailText email={email} />
      {isOwn && <span className="ms-1 small"> ({words.you})</span>}
    </>
  )
}
