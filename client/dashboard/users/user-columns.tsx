import type { User } from '#contract/users.ts'
import { useSession } from '#client/identity/session.tsx'
import { EmailText } from '../marks/email-text.tsx'
import type { Column } from '../table/column.ts'
import { texts, words } from '../texts.ts'
import { DeleteUser } from './delete-user.tsx'
import { RoleButton } from './role-button.tsx'
import type { USERS } from './users-source.ts'

type Sort = (typeof USERS.sorts)[number]

export const columns: readonly Column<User, Sort>[] = [
  { name: 'number', header: words.number, sort: 'newest', cell: (_, index) => index + 1 },
  {
    name: 'email',
    header: words.email,
    sort: 'email',
    rowHeader: true,
    cell: ({ email }) => <Email email={email} />,
  },
  { name: 'name', header: words.name, sort: 'name', cell: ({ name }) => name },
  { name: 'role', header: words.role, cell: (user) => <RoleButton user={user} /> },
  { name: 'action', header: texts.delete, cell: (user) => <DeleteUser user={user} /> },
]

function Email({ email }: { email: string }) {
  const own = useSession().user?.email === email
  return (
    <>
      <EmailText email={email} />
      {own && <span className="own"> ({words.you})</span>}
    </>
  )
}
