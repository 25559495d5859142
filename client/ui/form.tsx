import type { ComponentProps } from 'react'

const NO_SCRIPT =
  'This form needs JavaScript, which your browser has switched off. Without it nothing you type is sent.'

type FormProps = Omit<ComponentProps<'form'>, 'method' | 'noValidate' | 'className'>

/**
 * A form that JavaScript validates and sends. Until JavaScript has loaded, `method="dialog"` makes a submit do
 * nothing, and the fields keep their text. Without this method the browser would put the fields, even passwords, into
 * a URL. Old browsers do not know the method. In these browsers the content security policy prevents the submit.
 */
export function Form({ children, ...props }: FormProps) {
  return (
    <form {...props} method="dialog" noValidate className="form">
      <noscript>
        <p>{NO_SCRIPT}</p>
      </noscript>
      {children}
    </form>
  )
}

/** The error message of a whole form. Screen readers announce the message when it appears. */
export function FormError({ children }: { children: string | null | undefined }) {
  return (
    <div role="alert" className="form-error">
      {children}
    </div>
  )
}
