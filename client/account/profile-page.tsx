import type { ReactNode } from 'react'
import { NameForm, PasswordForm } from '#client/identity/account-forms.tsx'
import { useSession } from '#client/identity/session.tsx'
import { usePageState } from '#client/lib/page-state.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { AccountTabs } from './account-tabs.tsx'
import { AddressBook } from './address-book.tsx'
import { words } from './texts.ts'
import './account.css'

/** The page `/account/profile`: the name, the password and the addresses of the signed-in customer. */
export function ProfilePage() {
  const { user } = useSession()
  const { hasCheckout } = usePageState().settings
  return (
    <div className="page">
      <PageTitle title={words.profileTitle} />
      <AccountTabs />
      <p className="mb-8">{user && words.signedInAs(user.email)}</p>
      <div className="profile">
        <Part title={words.name}>{user && <NameForm key={user.name} />}</Part>
        <Part title={words.password}>
          <PasswordForm />
        </Part>
        {hasCheckout && (
          <Part title={words.addresses}>
            <AddressBook />
          </Part>
        )}
      </div>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid content-start gap-4">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  )
}
