import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { EmailField, emailRules } from '#client/ui/person-fields.tsx'
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
        {sendsMail || firebase ? <ForgotPasswordForm /> : <NoMail />}
        <EntranceLink to={pages.login}>{words.backToLogin}</EntranceLink>
      </div>
    </div>
  )
}

function NoMail() {
  return (
    <p className="mt-2">
      {words.noMail}{' '}
      <PageLink to={pages.contact} className="link">
        {words.toContact}
      </PageLink>
    </p>
  )
}

type ForgotFields = { email: string }

/**
 * The form that requests a mail. When the mail has been requested, the form is replaced by a text. The text does not
 * say whether the email address has an account.
 */
function ForgotPasswordForm() {
  const { identity } = useSession()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm<ForgotFields>({
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  })

  async function askForMail({ email }: ForgotFields) {
    setFailure(null)
    try {
      await identity.forgotPassword(email.trim())
      setSentTo(email.trim())
    } catch (error) {
      setFailure(errorText(error))
    }
  }

  if (sentTo !== null)
    return (
      <p role="status" className="panel mt-6">
        {words.resetSent(sentTo)}
      </p>
    )
  const { errors, isSubmitting } = formState
  return (
    <>
      <p className="mt-2 mb-8">{words.forgotLead}</p>
      <Form onSubmit={handleSubmit(askForMail)}>
        <EmailField
          autoComplete="username"
          error={errors.email?.message}
          {...register('email', emailRules)}
        />
        <Button type="submit" wide busy={isSubmitting} busyText={words.sendingLink}>
          {words.sendLink}
        </Button>
        <FormError>{failure}</FormError>
      </Form>
    </>
  )
}
