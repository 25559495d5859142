import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { PageLink } from './page-link.tsx'

export type Tone = 'primary' | 'quiet' | 'danger' | 'link'

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  tone?: Tone
  /**
   * True while the action of the button is in progress. The button then shows `busyText` and ignores clicks, but
   * keeps its size and the focus.
   */
  busy?: boolean
  busyText?: string
  /**
   * True if the button must not be used now. Unlike a disabled button it can have the focus, so that screen readers
   * read the reason in the element of `aria-describedby`.
   */
  blocked?: boolean
  /** True if the second click of a double click must be ignored, because it could do more than was wanted. */
  noDoubleClick?: boolean
  wide?: boolean
}

export function Button({
  tone = 'primary',
  busy = false,
  busyText,
  blocked = false,
  // After the first click on a Delete button, the Delete button of the next row is in its place.
  noDoubleClick = tone === 'danger',
  wide,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isIgnoring = busy || blocked
  function click(event: MouseEvent<HTMLButtonElement>) {
    if (isIgnoring || (noDoubleClick && event.detail > 1)) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      className={`${buttonClasses(tone, wide)}${blocked ? ' btn-blocked' : ''}`}
      onClick={click}
      aria-disabled={isIgnoring || undefined}
    >
      <Texts busy={busy} busyText={busyText}>
        {children}
      </Texts>
    </button>
  )
}

type ButtonLinkProps = Omit<ComponentProps<typeof PageLink>, 'className'> & { tone?: Tone; wide?: boolean }

/** A link to a page of the shop that looks like a button. */
export function ButtonLink({ tone = 'primary', wide, ...rest }: ButtonLinkProps) {
  return <PageLink {...rest} className={buttonClasses(tone, wide)} />
}

/** Returns the CSS classes of a button, for an `a` element that cannot be a `PageLink`, such as a download link. */
export function buttonClasses(tone: Tone, wide = false): string {
  return `btn ${TONES[tone]}${wide ? ' w-full' : ''}`
}

const TONES: Record<Tone, string> = {
  primary: 'btn-primary',
  quiet: 'btn-outline btn-quiet',
  danger: 'btn-outline btn-error',
  link: 'btn-link',
}

function Texts({
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
    <span className="btn-texts">
      <span className={busy ? 'invisible' : undefined}>{children}</span>
      <span className={busy ? undefined : 'invisible'}>{busyText}</span>
    </span>
  )
}
