import type { ComponentProps, MouseEvent } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'
import { usePreload } from '#client/lib/preload.ts'

type PageLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  /** Takes the place of the present page in the history. */
  replace?: boolean
  /** Handed on to the page, as `location.state`. */
  state?: unknown
}

/**
 * A link to a page of ours; its code is fetched as soon as somebody points at it. Made from the router's hooks,
 * because its own link carries 4 kB for a mode of the router that the shop does not use.
 */
export function PageLink({ to, replace = false, state, onClick, ...rest }: PageLinkProps) {
  const preload = usePreload()
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { replace, state })
  const start = () => preload(to)
  function click(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (!event.defaultPrevented) follow(event)
  }
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={click}
      onPointerEnter={start}
      onFocus={start}
      onTouchStart={start}
    />
  )
}
