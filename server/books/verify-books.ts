import { orderRules } from './order-rules.ts'
import { paymentRules } from './payment-rules.ts'
import type { Query } from './snapshot.ts'
import { stockRules } from './stock-rules.ts'

/** A rule of the books. Returns a sentence for each row that breaks it, or an empty list. */
type Rule = (query: Query) => Promise<string[]>

const rules: Rule[] = [...paymentRules, ...orderRules, ...stockRules]

/** Checks that payments, refunds, orders, lines and stock agree. Returns a sentence for everything that is wrong. */
export async function verifyBooks(query: Query): Promise<string[]> {
  const faults: string[] = []
  for (const rule of rules) faults.push(...(await rule(query)))
  return faults
}
