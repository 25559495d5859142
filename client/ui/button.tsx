import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { PageLink } from './page-link.tsx'

export type Tone = 'primary' | 'quiet' | 'danger'

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  tone?: Tone
  /** While true the button keeps its size and focus, says `busyText`, and does nothing. */
  busy?: boolean
  busyText?: string
  wide?: boolean
}

export function Button({
  tone = 'primary',
  busy = false,
  busyText,
  wide,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  function click(event: MouseEvent<HTMLButtonElement>) {
    // What is deleted goes at once, and the second click of a double click would land on what took its place.
    const astray = tone === 'danger' && event.detail > 1
    if (busy || astray) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      className={look(tone, wide)}
      onClick={click}
      aria-disabled={busy || undefined}
    >
      <Face busy={busy} busyText={busyText}>
        {children}
      </Face>
    </button>
  )
}

type ButtonLinkProps = Omit<ComponentProps<typeof PageLink>, 'className'> & { tone?: Tone; wide?: boolean }

/** A link to a page that looks like a button. */
export function ButtonLink({ tone = 'primary', wide, ...rest }: ButtonLinkProps) {
  return <PageLink {...rest} className={look(tone, wide)} />
}

/** The classes of a button, for the rare anchor that is neither. */
export function look(tone: Tone, wide = false): string {
  return wide ? `${TONES[tone]} w-full` : TONES[tone]
}

const TONES: Record<Tone, string> = {
  primary: 'btn btn-primary',
  quiet: 'btn btn-quiet',
  danger: 'btn btn-danger',
}

function Face({
  busy,
  busyText,
  children,
}: {
  busy: boolean
  busyText: string | undefined
  children: ReactNode
}) {
  if (!busyText) return children
  return (
    <span className="grid place-items-center *:[grid-area:1/1]">
      <span className={busy ? 'invisible' : undefined}>{children}</span>
      <span className={busy ? undefined : 'invisible'}>{busyText}</span>
    </span>
  )
}
