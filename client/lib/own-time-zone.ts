/**
 * Returns the browser's time zone as an IANA name, such as `Europe/Lisbon`. Older browsers have no `Temporal`, and need
 * 40 ms more for their first `Intl.DateTimeFormat`.
 */
export function ownTimeZone(): string {
  // cast: TypeScript's library says that every browser has `Temporal`.
  const { Temporal: known } = globalThis as { Temporal?: typeof Temporal }
  return known ? known.Now.timeZoneId() : new Intl.DateTimeFormat().resolvedOptions().timeZone
}
