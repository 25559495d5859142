import { useId } from 'react'
import type { ComponentProps } from 'react'

type TextFieldProps = Labelled & Omit<ComponentProps<'input'>, 'className' | 'id'>

/**
 * A labelled text input with its error message. If the input is uncontrolled and has no default value, text that the
 * user types before React has hydrated the page is kept.
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

export type Option = { value: string; text: string }

type OptionFieldProps = Labelled &
  Omit<ComponentProps<'select'>, 'className' | 'id' | 'children'> & {
    /** Options whose text is also their value, or options with both. */
    options: readonly (string | Option)[]
    /** The text that is shown until the user chooses an option. The user cannot choose this text. */
    placeholder?: string
  }

/** A labelled select box with its error message. Without a placeholder, one of the options is always selected. */
export function OptionField({ label, error, hint, placeholder, options, ...rest }: OptionFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        defaultValue={placeholder === undefined ? undefined : ''}
        {...rest}
        {...described(id, error, hint)}
        className="select"
      >
        {placeholder !== undefined && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map((option) => {
          const { value, text } = typeof option === 'string' ? { value: option, text: option } : option
          return (
            <option key={value} value={value}>
              {text}
            </option>
          )
        })}
      </select>
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  )
}

type CheckFieldProps = Labelled & Omit<ComponentProps<'input'>, 'className' | 'id' | 'type'>

export function CheckField({ label, error, hint, ...rest }: CheckFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label className="icon-text">
        <input type="checkbox" {...rest} {...described(id, error, hint)} className="check" />
        {label}
      </label>
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  )
}

export type Labelled = { label: string; error?: string | undefined; hint?: string | undefined }

/**
 * Returns the attributes that connect an input to its label, its hint and its error message. The label's `htmlFor`
 * must be the same `id`.
 */
export function described(id: string, error: string | undefined, hint: string | undefined) {
  const notes = [hint && `${id}hint`, error && `${id}error`].filter(Boolean).join(' ')
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': notes || undefined }
}

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
