const MOST = 5

/** A labelled rating from 1 to 5, as a number and in stars. */
export function Ratting({ label, value }: { label: string; value: number }) {
  return (
    <p className="ratting">
      <span>{label}</span> <span className="tabular-nums">{value}</span>
      <Stars value={value} />
    </p>
  )
}

/** The stars, hidden from screen readers, which read the number. */
function Stars({ value }: { value: number }) {
  return (
    <svg className="stars" viewBox={`0 0 ${MOST * 20} 20`} aria-hidden="true">
      {Array.from({ length: MOST }, (_, index) => (
        <path
          key={index}
          d={STAR}
          transform={`translate(${index * 20})`}
          className={index < value ? 'lit' : undefined}
        />
      ))}
    </svg>
  )
}

const STAR = 'M10 2.2l2.4 4.9 5.4.8-3.9 3.8.9 5.4-4.8-2.6-4.8 2.6.9-5.4L2.2 7.9l5.4-.8z'
