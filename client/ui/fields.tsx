import { useId } from 'react'
import type { ComponentProps } from 'react'

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

type SelectFieldProps = Labelled &
  Omit<ComponentProps<'select'>, 'className' | 'id' | 'children'> & {
    /** Shown until something is chosen; cannot be chosen itself. */
    placeholder: string
    options: string[]
  }

/** A labelled choice from a list, with its error in red under it. Left uncontrolled, like the text fields. */
export function SelectField({ label, error, hint, placeholder, options, ...rest }: SelectFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select defaultValue="" {...rest} {...described(id, error, hint)} className="select">
        <option value="" disabled>
          {placeholder}
        </option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  )
}

/** What every field of a form has besides its control. */
export type Labelled = { label: string; error?: string | undefined; hint?: string | undefined }

/** The attributes that tie a control to its label (`htmlFor` the same `id`) and to its `FieldNotes`. */
export function described(id: string, error: string | undefined, hint: string | undefined) {
  const notes = [hint && `${id}hint`, error && `${id}error`].filter(Boolean).join(' ')
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': notes || undefined }
}

/** The hint of a field, and its error in red. */
export function FieldNotes({ id, error, hint }: Omit<Labelled, 'label'> & { id: string }) {
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
