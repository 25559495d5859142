import { useEffect, useRef, useState } from 'react'
import { useLocation } from '#client/lib/router.tsx'
import { EmailField, newEmailRules, NameField } from '#client/ui/person-fields.tsx'
import { SendingForm, useSendingForm } from '#client/ui/form.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { pages } from '#contract/pages.ts'
import { arrivalOf, Entrance } from './entrance.tsx'
import { accountNameRules, PasswordField, usePasswordRules } from './password-field.tsx'
import { keepReturn, newcomerPath } from './return-path.ts'
import { useSession } from './session.tsx'
import { specTexts, words } from './texts.ts'

type RegisterFields = { name: string; email: string; password: string }

/** The sign-up page, `/register` (specification section 2, Sign Up). */
export function RegisterPage() {
  const { session } = useSession()
  const passwordRules = usePasswordRules()
  const { from } = arrivalOf(useLocation().state)
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const form = useSendingForm<RegisterFields>(async ({ name, email, password }) => {
    const { user, isRecorded } = await session.enter((identity) =>
      identity.signUp(name.trim(), email.trim(), password),
    )
    if (isRecorded) showSuccess(specTexts.userCreated)
    if (user !== null) return
    keepReturn(from)
    setMailedTo(email.trim())
  })
  return (
    <Entrance
      title={words.registerTitle}
      lead={words.registerLead}
      other={{ question: words.knownHere, link: words.toLogin, to: pages.login }}
      leadsTo={newcomerPath}
      onFailure={form.setFailure}
    >
      {mailedTo === null ? (
        <SendingForm form={form} button={specTexts.signUp} busyText={words.signingUp} wide>
          <NameField {...form.field('name', accountNameRules)} />
          <EmailField autoComplete="username" {...form.field('email', newEmailRules)} />
          <PasswordField
            autoComplete="new-password"
            hint={words.passwordHint}
            {...form.field('password', passwordRules)}
          />
        </SendingForm>
      ) : (
        <LookIntoMail email={mailedTo} />
      )}
    </Entrance>
  )
}

/** Says that a mail is on its way. The text does not say whether the email address has an account already. */
function LookIntoMail({ email }: { email: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus has disappeared.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div role="status" className="panel grid gap-3">
      <h2 ref={heading} tabIndex={-1} className="text-xl">
        {words.lookIntoMail}
      </h2>
      <p className="wrap-anywhere">{words.signUpMailed(email)}</p>
    </div>
  )
}
