import { useContext, useSyncExternalStore } from 'react'
import { Moment } from '../marks/marks.tsx'
import { words } from '../texts.ts'
import { LiveContext } from './use-live.ts'

/**
 * Says that the page gets no live updates, and since when. On small screens the note is placed in the gap above the
 * page, so that nothing moves when the note appears.
 */
export function OutageNote() {
  const { subscribeOutage, getOutage, isReplaced } = useContext(LiveContext)
  const since = useSyncExternalStore(subscribeOutage, getOutage)
  const replaced = useSyncExternalStore(subscribeOutage, isReplaced)
  return (
    <p role="status" className="outage-note">
      {since !== null && (
        <span>
          {words.notLive} <Moment at={since} />.{' '}
          <span className="hope">{replaced ? words.tooManyPages : words.reconnecting}</span>
        </span>
      )}
    </p>
  )
}
