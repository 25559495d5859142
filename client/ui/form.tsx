import type { ComponentProps } from 'react'

type FormProps = Omit<ComponentProps<'form'>, 'method' | 'noValidate' | 'className'>

/**
 * A form whose checks are ours, sent by script. Before the script is there, or without any, `method="dialog"` outside
 * of a dialog does nothing: what was typed stays, and the script that is on its way still comes. A browser too old to
 * know it is stopped by the content security policy: nothing typed, least of all a password, may stand in an address.
 */
export function Form({ children, ...props }: FormProps) {
  return (
    <form {...props} method="dialog" noValidate className="form">
      <noscript>
        <p>
          This form needs JavaScript, which your browser has switched off. Without it nothing you type is
          sent.
        </p>
      </noscript>
      {children}
    </form>
  )
}

/** What went wrong with a whole form, in red under it, read out when it appears. */
export function FormError({ children }: { children: string | null | undefined }) {
  return (
    <div role="alert" className="form-error">
      {children}
    </div>
  )
}
