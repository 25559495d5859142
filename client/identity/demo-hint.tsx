import { useId } from 'react'
import { Button } from '#client/ui/button.tsx'
import { demoAccounts } from '#contract/values/demo.ts'
import { words } from './texts.ts'

type Account = { email: string; password: string }

/** The accounts of a demo shop, shown on the login page. Each account has a button that fills in the login form. */
export function DemoHint({ onFill }: { onFill: (account: Account) => void }) {
  const id = useId()
  return (
    <section aria-label={words.demoTitle} className="panel mb-8">
      <p className="mb-3 font-medium">{words.demoTitle}</p>
      <ul className="grid gap-3">
        {ACCOUNTS.map((account) => (
          <li key={account.email} className="cluster">
            <p id={`${id}${account.who}`} className="min-w-0 grow shrink-0 basis-48 text-sm">
              <span className="block font-medium">{account.who}</span>
              {account.email} / {account.password}
            </p>
            <Button tone="quiet" aria-describedby={`${id}${account.who}`} onClick={() => onFill(account)}>
              {words.fillIn}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const ACCOUNTS = [
  { who: words.demoShopper, ...demoAccounts.shopper },
  { who: words.demoAdmin, ...demoAccounts.admin },
]
