import { useId } from 'react'
import type { ReactNode } from 'react'
import { ButtonLink } from '#client/ui/button.tsx'
import { Picture } from '#client/ui/picture.tsx'

type HomeCardProps = { name: string; img: string; to: string; action: string; children?: ReactNode }

/** One category: its picture, its name, and one way in; the whole card leads there. */
export function HomeCard({ name, img, to, action, children }: HomeCardProps) {
  const id = useId()
  return (
    <li className="card home-card">
      <Picture src={img} alt="" sizes="(min-width: 80rem) 280px, (min-width: 64rem) 23vw, 46vw" />
      <div className="card-body">
        <h3 id={id} className="card-title">
          {name}
        </h3>
        {children}
        <ButtonLink to={to} tone="quiet" wide aria-describedby={id}>
          {action}
        </ButtonLink>
      </div>
    </li>
  )
}

/** How long a list that came with the page is taken as fresh, in ms. */
export const FRESH = 60_000
