import type { ComponentProps, MouseEvent } from 'react'
import { useRouter } from '#client/lib/router.tsx'
import type { NavigateOptions, Place } from '#client/lib/router.tsx'

/** `to` begins with `/`, or is a query string (`?`) or a fragment (`#`) of the open page. */
type PageLinkProps = Omit<ComponentProps<'a'>, 'href'> & NavigateOptions & { to: string }

/**
 * A link to a page of the shop. The code of the page is preloaded as soon as the user points at, touches or focuses
 * the link. The browser itself handles clicks that open a new tab or window.
 */
export function PageLink({ to, replace, state, onClick, ...rest }: PageLinkProps) {
  const { place, navigate, preload } = useRouter()
  const href = to.startsWith('/') ? to : place.pathname + to
  const start = () => preload(href)
  function click(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || !opensHere(event)) return
    event.preventDefault()
    // As in the browser, a link to the URL of the open page adds no entry to the history.
    navigate(href, { replace: replace ?? href === addressOf(place), state })
  }
  return (
    <a {...rest} href={href} onClick={click} onPointerEnter={start} onFocus={start} onTouchStart={start} />
  )
}

function opensHere(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget
  const modified = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey
  return event.button === 0 && !modified && (target === '' || target === '_self')
}

function addressOf({ pathname, search, hash }: Place): string {
  return pathname + search + hash
}
