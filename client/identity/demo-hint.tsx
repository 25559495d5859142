import { useId } from 'react'
import { Button } from '#client/ui/button.tsx'
import { demoAccounts } from './demo-accounts.ts'
import { words } from './texts.ts'

type Account = { email: string; password: string }

/** The demo accounts, for reading and for filling in. */
export function DemoHint({ onFill }: { onFill: (account: Account) => void }) {
  const id = useId()
  return (
    <section aria-label={words.demoTitle} className="mb-8 rounded-box border border-base-300 bg-base-200 p-4">
      <p className="mb-3 font-semibold">{words.demoTitle}</p>
      <ul className="grid grid-cols-1 gap-3">
        {demoAccounts.map((account) => (
          <li key={account.email} className="flex flex-wrap items-center gap-3">
            <p id={`${id}${account.who}`} className="min-w-0 grow basis-48 text-sm break-words">
              <span className="block font-semibold">{account.who}</span>
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
