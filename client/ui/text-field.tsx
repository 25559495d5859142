import { useId } from 'react'
import type { ComponentProps } from 'react'
import { described, FieldNotes } from './field-notes.tsx'
import type { Labelled } from './field-notes.tsx'

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
      <FieldNotes id={id} error={error} hint={hint} />
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
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  )
}
