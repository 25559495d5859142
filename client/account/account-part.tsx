import type { ReactNode } from 'react'

/** A part of a page of the customer's own account, with its heading. */
export function AccountPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid content-start gap-4">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  )
}
