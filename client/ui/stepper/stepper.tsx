import { useId, useRef, useState } from 'react'
import { useEarlyInput } from '#client/lib/use-early-input.ts'
import { words } from '../texts.ts'

type StepperProps = {
  label: string
  /** True if only screen readers read the label. */
  isLabelHidden?: boolean
  count: number
  max: number
  onChange: (count: number) => void
}

/** A number from 1 to `max`, which can be typed, or changed in steps with two buttons. */
export function Stepper({ label, isLabelHidden = false, count, max, onChange }: StepperProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  function step(to: number) {
    setTyped(null)
    onChange(to)
  }
  function type(text: string) {
    setTyped(text)
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= 1) onChange(Math.min(number, max))
  }
  const input = useRef<HTMLInputElement>(null)
  useEarlyInput(() => {
    const text = input.current?.value ?? ''
    if (text !== String(count)) type(text)
  })
  return (
    <div className="stepper-field">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : undefined}>
        {label}
      </label>
      <div className="stepper">
        <StepButton sign="−" name={words.oneLess} isOff={count <= 1} onStep={() => step(count - 1)} />
        <input
          ref={input}
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          value={typed ?? String(count)}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onBlur={() => setTyped(null)}
        />
        <StepButton sign="+" name={words.oneMore} isOff={count >= max} onStep={() => step(count + 1)} />
      </div>
    </div>
  )
}

type StepButtonProps = { sign: string; name: string; isOff: boolean; onStep: () => void }

/** The button keeps the focus at a limit, because a disabled one would lose it. */
function StepButton({ sign, name, isOff, onStep }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      aria-disabled={isOff || undefined}
      onClick={() => isOff || onStep()}
    >
      {sign}
    </button>
  )
}
