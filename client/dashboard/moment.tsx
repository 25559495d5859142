/** A moment in the viewer's zone: short for the eye, whole on pointing at it, exact for machines. */
export function Moment({ at }: { at: number }) {
  const date = new Date(at)
  return (
    <time dateTime={date.toISOString()} title={LONG.format(date)}>
      {SHORT.format(date)}
    </time>
  )
}

const SHORT = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const LONG = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' })
