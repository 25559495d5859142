import type { ReactNode } from 'react'

type ChoiceProps = {
  /** The name of the group of radio buttons. */
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

/** A group of choices with a heading. */
export function Choices({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="choices">
      <legend>{legend}</legend>
      {children}
    </fieldset>
  )
}
