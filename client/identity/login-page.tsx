import { returnPath } from '#client/lib/return-path.ts'
import { pages } from '#contract/pages.ts'
import { Entrance } from './entrance.tsx'
import { LoginForm } from './login-form.tsx'
import { words } from './texts.ts'

/** `/login`: specification section 2, Log In. */
export function LoginPage() {
  const other = { question: words.newHere, link: words.toRegister, to: pages.register }
  return (
    <Entrance title={words.loginTitle} lead={words.loginLead} other={other} leadsTo={returnPath}>
      <LoginForm />
    </Entrance>
  )
}
