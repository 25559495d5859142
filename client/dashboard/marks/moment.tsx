/** A moment in the viewer's zone: short for the eye, whole on pointing at it, exact for machines. */
export function Moment({ at }: { at: number }) {
  const date = new Date(at)
  return (
    <time dateTime={date.toISOString()} title={WHOLE.format(date)}>
      {shortForm(date)}
    </time>
  )
}

/** `20 Nov, 09:05`, with the year when it is another. */
function shortForm(date: Date): string {
  return (date.getFullYear() === new Date().getFullYear() ? THIS_YEAR : ANY_YEAR).format(date)
}

const MINUTES = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
const THIS_YEAR = new Intl.DateTimeFormat('en-GB', MINUTES)
const ANY_YEAR = new Intl.DateTimeFormat('en-GB', { ...MINUTES, year: 'numeric' })
const WHOLE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' })
