import { useId } from 'react'
import type { Cut } from './photo.ts'
import { words } from './texts.ts'

const CUTS = [
  { cut: 'crop', text: words.crop },
  { cut: 'whole', text: words.whole },
] as const

/** How a picture that is not square fills the square; the picture above shows the choice. */
export function CutField({ cut, onCut }: { cut: Cut; onCut: (cut: Cut) => void }) {
  const name = useId()
  return (
    <fieldset className="picture-cut">
      <legend>{words.notSquare}</legend>
      {CUTS.map((choice) => (
        <label key={choice.cut}>
          <input type="radio" name={name} checked={choice.cut === cut} onChange={() => onCut(choice.cut)} />
          {choice.text}
        </label>
      ))}
    </fieldset>
  )
}
