import { Moment } from '../marks/moment.tsx'
import { words } from '../texts.ts'
import { useIsReplaced, useOutage } from './live.ts'

/** Says quietly that what is shown is not live, and since when; where it is over the page it lies in a gap, so that nothing moves. */
export function OutageNote() {
  const since = useOutage()
  const isReplaced = useIsReplaced()
  return (
    <p role="status" className="outage-note">
      {since !== null && (
        <span>
          {words.notLive} <Moment at={since} />.{' '}
          <span className="hope">{isReplaced ? words.tooManyPages : words.reconnecting}</span>
        </span>
      )}
    </p>
  )
}
