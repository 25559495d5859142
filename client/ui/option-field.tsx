import { useId } from 'react'
import type { ComponentProps } from 'react'
import { described, FieldNotes } from './fields.tsx'
import type { Labelled } from './fields.tsx'

/** An option of a select box: its value, and the text that the user sees. */
export type Option = { value: string; text: string }

type OptionFieldProps = Labelled &
  Omit<ComponentProps<'select'>, 'className' | 'id' | 'children'> & { options: readonly Option[] }

/** A labelled select box without a placeholder: one of the options is always selected. */
export function OptionField({ label, error, hint, options, ...rest }: OptionFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select {...rest} {...described(id, error, hint)} className="select">
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  )
}
