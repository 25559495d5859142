import { useEffect, useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import type { FieldValues, Path, RegisterOptions, UseFormProps, UseFormReturn } from 'react-hook-form'
import { errorText } from '#client/lib/api-error.ts'
import { Button } from './button.tsx'
import type { Tone } from './button.tsx'
import { useViewFocus } from './use-row-focus.ts'

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

/**
 * A form of React Hook Form whose values `send` sends. If `send` rejects, the text of the error is shown under the form
 * until the next submit.
 */
export function useSendingForm<F extends FieldValues>(
  send: (fields: F, form: UseFormReturn<F>) => Promise<unknown>,
  options: UseFormProps<F> = {},
) {
  const form = useForm<F>(options)
  const { register, formState } = form
  function setFailure(message: string | null): void {
    if (message === null) form.clearErrors('root')
    else form.setError('root', { message })
  }
  return {
    ...form,
    submit: form.handleSubmit(async (fields) => {
      await send(fields, form).catch((error: unknown) => setFailure(errorText(error)))
    }),
    isSubmitting: formState.isSubmitting,
    failure: formState.errors.root?.message,
    setFailure,
    field: (name: Path<F>, rules?: RegisterOptions<F>) => ({
      ...register(name, rules),
      error: form.getFieldState(name, formState).error?.message,
    }),
  }
}

/** Moves the focus into a form that replaces the button that was pressed, unless `name` is null. */
export function useFirstFocus<F extends FieldValues>(
  { setFocus }: Pick<UseFormReturn<F>, 'setFocus'>,
  name: Path<F> | null,
): void {
  useEffect(() => {
    if (name !== null) setFocus(name)
  }, [setFocus, name])
}

type FocusGroupProps = { label: string; view: string; children: ReactNode }

/**
 * A part of a page that shows one of several views, such as a button or the form that it opens. It gets the focus when the
 * focused element has disappeared with the view before, so that people without a mouse stay there.
 */
export function FocusGroup({ label, view, children }: FocusGroupProps) {
  const id = useId()
  useViewFocus(view, id)
  return (
    <div role="group" aria-label={label} id={id} tabIndex={-1}>
      {children}
    </div>
  )
}

type SendingFormProps = {
  form: Pick<ReturnType<typeof useSendingForm>, 'submit' | 'isSubmitting' | 'failure'>
  label?: string
  button: string
  busyText: string
  tone?: Tone
  wide?: boolean
  children?: ReactNode
}

/** The fields of a form, the button that sends it, and the reason why it was not sent. */
export function SendingForm({ form, label, button, children, ...look }: SendingFormProps) {
  return (
    <Form onSubmit={form.submit} aria-label={label}>
      {children}
      <Button type="submit" busy={form.isSubmitting} {...look}>
        {button}
      </Button>
      <FormError>{form.failure}</FormError>
    </Form>
  )
}
