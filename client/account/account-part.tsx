import type { ReactNode } from 'react'

/** A part of a page of the customer's own account, with its heading. */
export function AccountPart({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section className="grid content-start gap-4">
      <h2 id={id} tabIndex={-1} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
