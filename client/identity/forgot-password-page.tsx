import { useState } from 'react'
import { usePageState } from '#client/lib/page-state.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { EmailField, emailRules } from '#client/ui/person-fields.tsx'
import { SendingForm, useSendingForm } from '#client/ui/form.tsx'
import { pages } from '#contract/pages.ts'
import { EntranceLink } from './entrance.tsx'
import { useSession } from './session.tsx'
import { words } from './texts.ts'

/**
 * The page `/forgotPassword`. A user enters an email address, and gets a mail with a link to choose a new password.
 */
export function ForgotPasswordPage() {
  const { sendsMail, firebase } = usePageState().settings
  return (
    <div className="page">
      <div className="mx-auto max-w-md">
        <PageTitle title={words.forgotTitle} />
        {sendsMail || firebase ? (
          <ForgotPasswordForm />
        ) : (
          <p className="mt-2">
            {words.noMail}{' '}
            <PageLink to={pages.contact} className="link">
              {words.toContact}
            </PageLink>
          </p>
        )}
        <EntranceLink to={pages.login}>{words.backToLogin}</EntranceLink>
      </div>
    </div>
  )
}

/** The form, and then a text in its place that does not say whether the email address has an account. */
function ForgotPasswordForm() {
  const { session } = useSession()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useSendingForm<{ email: string }>(async ({ email }) => {
    await session.identity.forgotPassword(email.trim())
    setSentTo(email.trim())
  })
  if (sentTo !== null)
    return (
      <p role="status" className="panel mt-6">
        {words.resetSent(sentTo)}
      </p>
    )
  return (
    <>
      <p className="mt-2 mb-8">{words.forgotLead}</p>
      <SendingForm form={form} button={words.sendLink} busyText={words.sendingLink} wide>
        <EmailField autoComplete="username" {...form.field('email', emailRules)} />
      </SendingForm>
    </>
  )
}
