import { NameForm, PasswordForm } from '#client/identity/account-forms.tsx'
import { useSession } from '#client/identity/session.tsx'
import { LinkedSignIn } from '#client/identity/oidc/linked-sign-in.tsx'
import { oidcWords } from '#client/identity/oidc/oidc-texts.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { AccountPart } from './account-part.tsx'
import { AccountTabs } from './account-tabs.tsx'
import { ADDRESSES, AddressBook } from './address-book.tsx'
import { EmailPart } from './email-part.tsx'
import { words } from './texts.ts'
import './account.css'

/**
 * The page `/account/profile`: the name, the email address, the password and the postal addresses of the signed-in
 * customer.
 */
export function ProfilePage() {
  const { user } = useSession()
  const { hasCheckout, oidcName } = usePageState().settings
  return (
    <div className="page">
      <PageTitle title={words.profileTitle} />
      <AccountTabs />
      <p className="mb-8">{user && words.signedInAs(user.email)}</p>
      <div className="profile">
        <AccountPart title={words.name}>{user && <NameForm key={user.name} />}</AccountPart>
        <AccountPart title={words.email}>
          <EmailPart />
        </AccountPart>
        <AccountPart title={words.password}>
          <PasswordForm />
        </AccountPart>
        {oidcName !== null && user && (
          <AccountPart title={oidcWords.sectionTitle(oidcName)}>
            <LinkedSignIn name={oidcName} email={user.email} />
          </AccountPart>
        )}
        {hasCheckout && (
          <AccountPart title={words.addresses} id={ADDRESSES}>
            <AddressBook />
          </AccountPart>
        )}
      </div>
    </div>
  )
}
