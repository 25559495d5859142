import { useCallback, useState } from 'react'
import { pages } from '#contract/pages.ts'
import { Entrance } from './entrance.tsx'
import { SecondFactorForm } from './factors/second-factor-form.tsx'
import { LoginForm } from './login-form.tsx'
import { useOidcReturn } from './oidc/use-oidc-return.ts'
import { returnPath } from './return-path.ts'
import { words } from './texts.ts'

/** The login page, `/login` (specification section 2, Log In). */
export function LoginPage() {
  const other = { question: words.newHere, link: words.toRegister, to: pages.register }
  const [needsCode, setNeedsCode] = useState(false)
  const askForCode = useCallback(() => setNeedsCode(true), [])
  const [failure, setFailure] = useOidcReturn(askForCode)
  return (
    <Entrance
      title={words.loginTitle}
      lead={words.loginLead}
      other={other}
      leadsTo={returnPath}
      onFailure={setFailure}
    >
      {needsCode ? (
        <SecondFactorForm onCancel={() => setNeedsCode(false)} />
      ) : (
        <LoginForm failure={failure} onFailure={setFailure} onNeedsCode={askForCode} />
      )}
    </Entrance>
  )
}
