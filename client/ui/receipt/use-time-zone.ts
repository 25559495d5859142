import { useEffect, useState } from 'react'
import { ownTimeZone } from '#contract/values/dates/date-texts.ts'

/** Returns the browser's time zone, and '' on the server and until the page is hydrated. */
export function useTimeZone(): string {
  const [timeZone, setTimeZone] = useState('')
  useEffect(() => setTimeZone(ownTimeZone()), [])
  return timeZone
}
