import type { ReactNode } from 'react'
import './mark.css'

/** A state in a word or two, set off from the text around it. */
export function Mark({ good, children }: { good: boolean; children: ReactNode }) {
  return <span className={good ? 'mark good' : 'mark'}>{children}</span>
}
