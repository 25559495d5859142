import { useState } from 'react'
import { usePageState } from '#client/lib/page-state.ts'
import { EmailField, emailRules } from '#client/ui/person-fields.tsx'
import { SendingForm, useSendingForm } from '#client/ui/form.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { pages } from '#contract/pages.ts'
import { DemoHint } from './demo-hint.tsx'
import { Entrance, EntranceLink } from './entrance.tsx'
import { PasskeyButton } from './factors/passkey-button.tsx'
import { SecondFactorForm } from './factors/second-factor-form.tsx'
import { useLoginReturn } from './oidc/use-login-return.ts'
import { PasswordField, usePasswordRules } from './password-field.tsx'
import { returnPath } from './return-path.ts'
import { useSession } from './session.tsx'
import { specTexts, words } from './texts.ts'

type Account = { email: string; password: string }

/** The login page, `/login` (specification section 2, Log In). */
export function LoginPage() {
  const { session } = useSession()
  const { demo, shop } = usePageState().settings
  const passwordRules = usePasswordRules()
  const [needsCode, setNeedsCode] = useState(false)
  const form = useSendingForm<Account>(async ({ email, password }) => {
    const { user } = await session.enter((identity) => identity.signIn(email.trim(), password))
    if (user === 'needs-code') setNeedsCode(true)
    else showSuccess(shop.words.loggedIn)
  })
  useLoginReturn({ onNeedsCode: () => setNeedsCode(true), onFailure: form.setFailure })

  function fillIn({ email, password }: Account) {
    form.setValue('email', email)
    form.setValue('password', password)
    form.clearErrors()
  }

  return (
    <Entrance
      title={words.loginTitle}
      lead={words.loginLead}
      other={{ question: words.newHere, link: words.toRegister, to: pages.register }}
      leadsTo={returnPath}
      onFailure={form.setFailure}
    >
      {needsCode ? (
        <SecondFactorForm onCancel={() => setNeedsCode(false)} />
      ) : (
        <>
          {demo && <DemoHint onFill={fillIn} onEnter={form.submit} />}
          <SendingForm form={form} button={specTexts.logIn} busyText={words.loggingIn} wide>
            <EmailField autoComplete="username" {...form.field('email', emailRules)} />
            <PasswordField autoComplete="current-password" {...form.field('password', passwordRules)} />
          </SendingForm>
          <PasskeyButton onFailure={form.setFailure} />
          <EntranceLink to={pages.forgotPassword}>{words.forgot}</EntranceLink>
        </>
      )}
    </Entrance>
  )
}
