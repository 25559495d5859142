import { useEffect, useEffectEvent, useId } from 'react'
import { useLocation } from '#client/lib/router.tsx'
import { Button } from '#client/ui/button.tsx'
import { demoAccounts } from '#contract/values/demo.ts'
import { arrivalOf } from './entrance.tsx'
import { words } from './texts.ts'

type DemoHintProps = {
  onFill: (account: { email: string; password: string }) => void
  onEnter: () => unknown
}

/**
 * The accounts of a demo shop, shown on the login page. Each account has a button that fills in the login form. A visitor
 * who has chosen one of them before is logged in at once.
 */
export function DemoHint({ onFill, onEnter }: DemoHintProps) {
  const id = useId()
  useChosen(({ as }) => {
    if (as !== 'shopper' && as !== 'admin') return
    onFill(demoAccounts[as])
    onEnter()
  })
  return (
    <section aria-label={words.demoTitle} className="panel mb-8">
      <p className="mb-3 font-medium">{words.demoTitle}</p>
      <ul className="grid gap-3">
        {KINDS.map(({ as, who }) => (
          <li key={as} className="cluster">
            <p id={id + as} className="grow basis-48 text-sm wrap-anywhere">
              <span className="block font-medium">{who}</span>
              {demoAccounts[as].email} / {demoAccounts[as].password}
            </p>
            <Button tone="quiet" aria-describedby={id + as} onClick={() => onFill(demoAccounts[as])}>
              {words.fillIn}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const KINDS = [
  { as: 'shopper', who: words.demoShopper },
  { as: 'admin', who: words.demoAdmin },
] as const

/** Calls `enter` once, when the form is there, with what the link to the login page has passed on. */
function useChosen(enter: (arrival: ReturnType<typeof arrivalOf>) => void): void {
  const { state } = useLocation()
  const enterOnce = useEffectEvent(() => enter(arrivalOf(state)))
  useEffect(() => enterOnce(), [])
}
