import type { User } from '#contract/users.ts'
import { sortsOf } from '#contract/values/states.ts'
import { useSession } from '#client/identity/session.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { EmailText } from '../marks/marks.tsx'
import { DataTable } from '../table/data-table.tsx'
import { ACTION_WIDTH, NUMBER_WIDTH, useTable } from '../table/use-table.ts'
import type { Column, TableSource } from '../table/use-table.ts'
import { specTexts, words } from '../texts.ts'
import { DeleteUser, RoleButtons } from './user-buttons.tsx'

const SOURCE: TableSource<'GET /allUser'> = {
  call: 'GET /allUser',
  sorts: sortsOf.users,
  filters: ['email', 'name'],
  count: 'GET /count/users',
  noun: 'user',
}

const COLUMNS: readonly Column<User>[] = [
  { name: 'number', header: words.number, ...NUMBER_WIDTH, sort: 'newest', cell: (_, index) => index + 1 },
  {
    name: 'email',
    header: words.email,
    sort: 'email',
    rowHeader: true,
    cell: ({ email }) => <Email email={email} />,
  },
  { name: 'name', header: words.name, sort: 'name', cell: ({ name }) => name },
  {
    name: 'role',
    header: words.role,
    width: '18rem',
    narrow: '10.75rem',
    cell: (user) => <RoleButtons user={user} />,
  },
  { name: 'action', header: specTexts.delete, ...ACTION_WIDTH, cell: (user) => <DeleteUser user={user} /> },
]

/**
 * The page `/dashboard/allUsers`: the table of all users, with buttons that change a user's role or delete the user.
 */
export function UsersPage() {
  return (
    <>
      <PageTitle title={specTexts.links.users} />
      <DataTable
        label={specTexts.links.users}
        name="users"
        nameLabel={words.name}
        columns={COLUMNS}
        table={useTable(SOURCE)}
        none={words.noUsers}
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
