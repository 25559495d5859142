import { useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { useEarlyInput } from '#client/lib/use-early-input.ts'

type Chip = {
  value: string
  text: string
  /** Small texts below the first one, such as a price. */
  notes?: readonly string[]
  /** Whether the chip looks unavailable. It can still be chosen. */
  isOut?: boolean
}

type ChipsProps = {
  legend: ReactNode
  options: readonly Chip[]
  chosen: string
  onChoose: (value: string) => void
}

/** A choice of one value, as radio buttons that look like chips. */
export function Chips({ legend, options, chosen, onChoose }: ChipsProps) {
  const name = useId()
  const box = useRef<HTMLFieldSetElement>(null)
  useEarlyInput(() => {
    const value = box.current?.querySelector<HTMLInputElement>('input:checked')?.value
    if (value !== undefined && value !== chosen) onChoose(value)
  })
  return (
    <fieldset ref={box} className="chips">
      <legend>{legend}</legend>
      {options.map(({ value, text, notes = [], isOut }) => (
        <label key={value} className={isOut ? 'chip chip-out' : 'chip'}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span>{text}</span>
          {notes.map((note) => (
            <span key={note} className="chip-note">
              {note}
            </span>
          ))}
        </label>
      ))}
    </fieldset>
  )
}
