/** What went wrong with a whole form, in red under it, read out when it appears. */
export function FormError({ children }: { children: string | null | undefined }) {
  return (
    <div role="alert" className="form-error">
      {children}
    </div>
  )
}
