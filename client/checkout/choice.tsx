import type { ReactNode } from 'react'

type ChoiceProps = {
  name: string
  checked: boolean
  onChoose: () => void
  children: ReactNode
}

/** A radio button in a box with the text that describes the choice. The whole box is the label of the radio button. */
export function Choice({ name, checked, onChoose, children }: ChoiceProps) {
  return (
    <label className="choice">
      <input type="radio" name={name} checked={checked} onChange={onChoose} />
      <span className="choice-text">{children}</span>
    </label>
  )
}

type ChoicesProps = { legend: string; id?: string; children: ReactNode }

/** A group of choices with a heading. It can get the focus when what was focused before has disappeared. */
export function Choices({ legend, id, children }: ChoicesProps) {
  return (
    <fieldset id={id} tabIndex={-1} className="choices">
      <legend>{legend}</legend>
      {children}
    </fieldset>
  )
}
