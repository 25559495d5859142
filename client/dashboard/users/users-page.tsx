import type { Role } from '#contract/call.ts'
import type { User } from '#contract/users.ts'
import { sortsOf } from '#contract/values/states.ts'
import { useSession } from '#client/identity/session.tsx'
import { api } from '#client/lib/api.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import { ChangeButton } from '../changes/change-button.tsx'
import { EmailText } from '../marks/marks.tsx'
import { DataTable } from '../table/data-table.tsx'
import { ACTION_WIDTH, NUMBER_WIDTH, useTable } from '../table/use-table.ts'
import type { Column, TableSource } from '../table/use-table.ts'
import { specTexts, words } from '../texts.ts'

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

/** For each role, the calls that give it and take it away, with the texts of their buttons and toasts. */
const CHANGES = {
  Admin: {
    give: { call: 'PUT /makeAdmin/{id}', text: specTexts.makeAdmin, done: specTexts.madeAdmin },
    take: { call: 'PUT /removeAdmin/{id}', text: specTexts.removeAdmin, done: specTexts.removedAdmin },
  },
  Packer: {
    give: { call: 'PUT /makePacker/{id}', text: words.makePacker, done: words.madePacker },
    take: { call: 'PUT /removePacker/{id}', text: words.removePacker, done: words.removedPacker },
  },
} as const satisfies Record<Role, object>

/** The buttons that change the role of a user. An admin is made a shopper first, and a packer after that. */
function RoleButtons({ user }: { user: User }) {
  return (
    <div className="cluster">
      <RoleButton user={user} of="Admin" />
      {user.role !== 'Admin' && <RoleButton user={user} of="Packer" />}
    </div>
  )
}

/** The button that gives a user a role or takes it away. Admins must confirm that they want to give up their own. */
function RoleButton({ user, of }: { user: User; of: Role }) {
  const { _id: id, email } = user
  const hasRole = user.role === of
  const { call, text, done } = CHANGES[of][hasRole ? 'take' : 'give']
  const isOwn = useSession().user?.email === email
  return (
    <ChangeButton
      of="users"
      send={() => api(call, { params: { id } })}
      done={({ acknowledged }) => (acknowledged ? done : '')}
      aria-describedby={rowFocusId(id)}
      question={isOwn && hasRole ? { title: words.stepDown, more: words.stepDownMore } : null}
    >
      {text}
    </ChangeButton>
  )
}

/** The button that deletes a user. It first opens a dialog that states the consequences and asks for confirmation. */
function DeleteUser({ user: { _id: id, email } }: { user: User }) {
  return (
    <ChangeButton
      tone="danger"
      of="users"
      send={() => api('DELETE /userDelete/{id}', { params: { id } })}
      done={({ deletedCount }) => (deletedCount > 0 ? specTexts.deleted : '')}
      busyText={words.deleting}
      aria-describedby={rowFocusId(id)}
      question={{ title: words.deleteTitle(email), more: words.deleteMore }}
    >
      {specTexts.delete}
    </ChangeButton>
  )
}
