import { useShop } from '#client/lib/page-state.ts'

/** A rating from 1 to 5 with a label, shown as a number and as stars. */
export function Ratting({ label, value }: { label: string; value: number }) {
  return (
    <p className="ratting cluster small">
      <span>{label}</span> <span className="tabular-nums">{value}</span>
      <Stars value={value} />
    </p>
  )
}

/** The rating that the owner of the shop has given, with the shop's word for it. Left out if the shop shows none. */
export function OwnersRatting({ value }: { value: number }) {
  const { showsOwnRatings, words } = useShop()
  return showsOwnRatings && <Ratting label={words.rating} value={value} />
}

/** The stars of a rating. They are hidden from screen readers, which read the number instead. */
function Stars({ value }: { value: number }) {
  return (
    <svg className="stars" viewBox="0 0 100 20" aria-hidden="true">
      {[1, 2, 3, 4, 5].map((star) => (
        <path
          key={star}
          d={STAR}
          transform={`translate(${star * 20 - 20})`}
          className={star <= value ? 'lit' : undefined}
        />
      ))}
    </svg>
  )
}

const STAR = 'M10 2.2l2.4 4.9 5.4.8-3.9 3.8.9 5.4-4.8-2.6-4.8 2.6.9-5.4L2.2 7.9l5.4-.8z'
