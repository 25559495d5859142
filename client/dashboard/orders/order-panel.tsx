import { useId } from 'react'
import type { ReactNode } from 'react'

/** A box with a heading on the page of one order. */
export function OrderPanel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="panel order-panel" aria-labelledby={id}>
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
    </section>
  )
}
