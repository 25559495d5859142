import { newcomerPath } from '#client/lib/return-path.ts'
import { pages } from '#contract/pages.ts'
import { Entrance } from './entrance.tsx'
import { RegisterForm } from './register-form.tsx'
import { words } from './texts.ts'

/** `/register`: specification section 2, Sign Up. */
export function RegisterPage() {
  const other = { question: words.knownHere, link: words.toLogin, to: pages.login }
  return (
    <Entrance title={words.registerTitle} lead={words.registerLead} other={other} leadsTo={newcomerPath}>
      <RegisterForm />
    </Entrance>
  )
}
