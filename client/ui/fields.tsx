import { useId } from 'react'
import type { ComponentProps } from 'react'

type TextFieldProps = Labelled & Omit<ComponentProps<'input'>, 'className' | 'id'>

/**
 * A labelled input with its error under it. Leave it uncontrolled and without a default value, so that text which is
 * typed before the hydration is kept.
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

/** A labelled text field of several lines with its error under it. */
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
    /** Shown until an option is chosen. It cannot be chosen itself. */
    placeholder: string
    options: string[]
  }

/** A labelled list of options with its error under it. Uncontrolled, like the text fields. */
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

/** The props that all fields of a form have in common. */
export type Labelled = { label: string; error?: string | undefined; hint?: string | undefined }

/** The attributes of a control that connect it to its label (whose `htmlFor` is the same `id`) and to its `FieldNotes`. */
export function described(id: string, error: string | undefined, hint: string | undefined) {
  const notes = [hint && `${id}hint`, error && `${id}error`].filter(Boolean).join(' ')
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': notes || undefined }
}

/** The hint of a field, and its error. */
export function FieldNotes({ id, error, hint }: Omit<Labelled, 'label'> & { id: string }) {
  return (
    <>
      {hint && (
        <p id={`${id}hint`} className="small">
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
