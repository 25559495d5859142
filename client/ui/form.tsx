import type { ComponentProps } from 'react'

type FormProps = Omit<ComponentProps<'form'>, 'method' | 'noValidate' | 'className'>

/**
 * A form that the script validates and sends. Without the script, `method="dialog"` outside of a dialog does nothing: the
 * fields keep their text until the script has loaded. In a browser too old to know this method, the content security
 * policy stops the submit. Otherwise the fields, passwords among them, would become part of an address.
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

/** The error of a whole form. Screen readers read it when it appears. */
export function FormError({ children }: { children: string | null | undefined }) {
  return (
    <div role="alert" className="form-error">
      {children}
    </div>
  )
}
