import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { usePreload } from '#client/lib/preload.ts'

type PageLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & { to: string }

/** A link to a page of ours; its code is fetched as soon as somebody points at it. */
export function PageLink({ to, ...rest }: PageLinkProps) {
  const preload = usePreload()
  const start = () => preload(to)
  return <Link {...rest} to={to} onPointerEnter={start} onFocus={start} onTouchStart={start} />
}
