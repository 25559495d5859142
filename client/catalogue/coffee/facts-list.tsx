import { MAX_ROAST } from '#contract/values/facts/choices.ts'
import type { FactRow } from '#contract/values/facts/in-words.ts'
import { words } from '../texts.ts'

/** The facts of a coffee, each with its name and a hairline below. */
export function FactsList({ rows }: { rows: readonly FactRow[] }) {
  if (rows.length === 0) return null
  return (
    <dl className="facts">
      {rows.map(({ name, value, roast }) => (
        <div key={`${name} ${value}`}>
          <dt>{name}</dt>
          <dd>
            {value} {roast !== undefined && <RoastDots level={roast} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const LEVELS = Array.from({ length: MAX_ROAST }, (_, index) => index + 1)

function RoastDots({ level }: { level: number }) {
  return (
    <svg
      className="roast-dots"
      viewBox={`0 0 ${MAX_ROAST * 14} 12`}
      role="img"
      aria-label={words.roastOf(level, MAX_ROAST)}
    >
      {LEVELS.map((at) => (
        <circle key={at} cx={at * 14 - 8} cy="6" r="4.5" className={at <= level ? 'lit' : undefined} />
      ))}
    </svg>
  )
}
