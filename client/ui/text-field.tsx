import { useId } from 'react'
import type { ComponentProps } from 'react'

type Labelled = { label: string; error?: string | undefined; hint?: string | undefined }

type TextFieldProps = Labelled & Omit<ComponentProps<'input'>, 'className' | 'id'>

/**
 * A labelled input with its error in red under it. Leave it uncontrolled and without a default value, so that
 * what somebody types before the page is alive stays there.
 */
export function TextField({ label, error, hint, ...rest }: TextFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input type="text" {...rest} {...described(id, error, hint)} className="input" />
      <Notes id={id} error={error} hint={hint} />
    </div>
  )
}

type TextAreaProps = Labelled & Omit<ComponentProps<'textarea'>, 'className' | 'id'>

/** The same with room for several lines. */
export function TextArea({ label, error, hint, ...rest }: TextAreaProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea rows={6} {...rest} {...described(id, error, hint)} className="textarea" />
      <Notes id={id} error={error} hint={hint} />
    </div>
  )
}

function described(id: string, error: string | undefined, hint: string | undefined) {
  const notes = [hint && `${id}hint`, error && `${id}error`].filter(Boolean).join(' ')
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': notes || undefined }
}

function Notes({ id, error, hint }: { id: string; error: string | undefined; hint: string | undefined }) {
  return (
    <>
      {hint && (
        <p id={`${id}hint`} className="field-hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}error`} className="field-error">
          {error}
        </p>
      )}
    </>
  )
}
