import { demoAccounts as accounts } from '#contract/values/demo.ts'
import { words } from './texts.ts'

/** The accounts that a shop in demo mode comes with. Outside demo mode they do not exist. */
export const demoAccounts = [
  { who: words.demoShopper, ...accounts.shopper },
  { who: words.demoAdmin, ...accounts.admin },
]
