/** Returns whether a text is a day of the calendar in the form `2026-11-24`. */
export function isDate(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text).toString() === text
  } catch {
    return false
  }
}
