import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountNameRules, PasswordField, usePasswordRules } from '#client/identity/password-field.tsx'
import { useSession } from '#client/identity/session.tsx'
import { usePageState } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { NameField } from '#client/ui/person-fields.tsx'
import { SendingForm, useSendingForm } from '#client/ui/form.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { restoreFocusToHeading } from '#client/ui/use-row-focus.ts'
import { AccountLayout, AccountPart } from './account-layout.tsx'
import { ADDRESSES, AddressBook } from './address-book.tsx'
import { EmailPart } from './email-part.tsx'
import { words } from './texts.ts'

/**
 * The page `/account/profile`: the name, the email address, the password and the postal addresses of the signed-in
 * customer.
 */
export function ProfilePage() {
  const { user } = useSession()
  const { delivers } = usePageState().settings
  return (
    <AccountLayout title={words.profileTitle}>
      <p className="mb-8">{user && words.signedInAs(user.email)}</p>
      <div className="profile">
        <AccountPart title={words.name}>{user && <NameForm key={user.name} name={user.name} />}</AccountPart>
        <AccountPart title={words.email}>
          <EmailPart />
        </AccountPart>
        <PasswordPart />
        {delivers && (
          <AccountPart title={words.addresses} id={ADDRESSES}>
            <AddressBook />
          </AccountPart>
        )}
      </div>
    </AccountLayout>
  )
}

function NameForm({ name: current }: { name: string }) {
  const { session } = useSession()
  const form = useSendingForm<{ name: string }>(
    async ({ name }) => {
      await session.rename(name.trim())
      showSuccess(words.nameSaved)
    },
    { defaultValues: { name: current } },
  )
  return (
    <SendingForm form={form} button={words.saveName} busyText={words.saving} tone="quiet">
      <NameField {...form.field('name', accountNameRules)} />
    </SendingForm>
  )
}

/** An account without a password can get one by mail. Most have one, so their form is there before that is known. */
function PasswordPart() {
  const { sendsMail } = usePageState().settings
  const { data } = useQuery(callQuery('GET /account'))
  const hasPassword = data?.hasPassword ?? true
  if (!hasPassword && !sendsMail) return null
  return (
    <AccountPart title={words.password}>{hasPassword ? <PasswordForm /> : <FirstPassword />}</AccountPart>
  )
}

function FirstPassword() {
  const { user, session } = useSession()
  const email = user?.email ?? ''
  const [isMailed, setMailed] = useState(false)
  const form = useSendingForm(async () => {
    await session.identity.forgotPassword(email)
    setMailed(true)
    // The text has replaced the button.
    setTimeout(restoreFocusToHeading)
  })
  if (isMailed)
    return (
      <p role="status" className="panel wrap-anywhere">
        {words.passwordMailed(email)}
      </p>
    )
  return (
    <>
      <p>{words.noPassword}</p>
      <SendingForm form={form} button={words.mailPassword} busyText={words.sending} tone="quiet" />
    </>
  )
}

function PasswordForm() {
  const { session } = useSession()
  const passwordRules = usePasswordRules()
  const form = useSendingForm<{ current: string; password: string }>(
    async ({ current, password }, { reset }) => {
      await session.identity.changePassword(current, password)
      showSuccess(words.passwordChanged)
      reset()
    },
    { defaultValues: { current: '', password: '' } },
  )
  return (
    <>
      <p>{words.passwordLead}</p>
      <SendingForm form={form} button={words.savePassword} busyText={words.saving} tone="quiet">
        <PasswordField
          label={words.currentPassword}
          autoComplete="current-password"
          {...form.field('current', passwordRules)}
        />
        <PasswordField
          label={words.newPassword}
          autoComplete="new-password"
          hint={words.passwordHint}
          {...form.field('password', passwordRules)}
        />
      </SendingForm>
    </>
  )
}
