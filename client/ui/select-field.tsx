import { useId } from 'react'
import type { ComponentProps } from 'react'
import { described, FieldNotes } from './field-notes.tsx'
import type { Labelled } from './field-notes.tsx'

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
