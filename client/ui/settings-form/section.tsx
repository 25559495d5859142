import { useId } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import './forms.css'

type SectionProps = {
  title: string
  more?: string
  /** The heading is an `h3` if the form is a part of a section itself. */
  heading?: 'h2' | 'h3'
  children: ReactNode
}

/** A part of the form with a heading and a text that explains it. */
export function Section({ title, more, heading: Heading = 'h2', children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="form-section">
      <div>
        <Heading id={id} className={Heading === 'h2' ? 'text-xl' : 'text-lg'}>
          {title}
        </Heading>
        {more && <p className="small mt-1">{more}</p>}
      </div>
      <div className="grid min-w-0 content-start gap-5">{children}</div>
    </section>
  )
}

type LinkButtonProps = { children: string; onClick: (event: MouseEvent<HTMLButtonElement>) => void }

/** A button that looks like a link, for small actions such as removing a row. */
export function LinkButton({ children, onClick }: LinkButtonProps) {
  return (
    <button type="button" className="link form-link" onClick={onClick}>
      {children}
    </button>
  )
}

/**
 * A button that removes the part of a form in which it stands. The focus then moves to the last button of what was around
 * that part, which adds another one, or to the field of a removed file.
 */
export function RemoveButton({ children, onClick }: { children: string; onClick: () => void }) {
  function remove({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    const around: Element[] = []
    for (let at = currentTarget.parentElement; at; at = at.parentElement) around.push(at)
    onClick()
    // React has not removed the part from the document yet.
    setTimeout(() => {
      const rest = around.find(({ isConnected }) => isConnected)
      const targets = [...(rest?.querySelectorAll<HTMLElement>('button, input[type=file]') ?? [])]
      targets.at(-1)?.focus()
    })
  }
  return <LinkButton onClick={remove}>{children}</LinkButton>
}

type ChoiceProps<T extends string> = {
  legend: string
  texts: Readonly<Record<T, string>>
  chosen: T
  /** Whether the choices stand in one line, and their legend is only read by screen readers. */
  inLine?: boolean
  onChoose: (chosen: T) => void
}

export function Choice<T extends string>(props: ChoiceProps<T>) {
  const { legend, texts, chosen, inLine = false, onChoose } = props
  const name = useId()
  // cast: `Object.keys` returns strings, but these are the keys of the table.
  const choices = Object.keys(texts) as T[]
  return (
    <fieldset className={inLine ? 'form-choice cluster' : 'form-choice'}>
      <legend className={inLine ? 'sr-only' : undefined}>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice} className="icon-text">
          <input type="radio" name={name} checked={choice === chosen} onChange={() => onChoose(choice)} />
          {texts[choice]}
        </label>
      ))}
    </fieldset>
  )
}
