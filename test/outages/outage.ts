/** One outage: a program that ends or disturbs a part of a running shop, and measures what customers notice. */
export type Outage = {
  /** The name by which `npm run outage -- <name>` selects the outage. */
  name: string
  /** The description of the outage in the printed results. */
  title: string
  /** Starts a shop, disturbs it under load and returns the measured values. */
  run: (size: Size) => Promise<Figure[]>
}

/** `short` takes seconds. `full` is the default of `npm run outage`. */
export type Size = 'short' | 'full'

/** One measured value. If `held` is false, the shop did not keep its promise, and the command fails. */
export type Figure = { what: string; value: number | string; unit: string; held: boolean }

type Answer = { status: number; text: string }

export const isServed = ({ status }: Answer): boolean => status >= 200 && status < 300

/**
 * Returns whether a response tells a person what has happened in words: the JSON of an error with its text, or a page.
 * A response with a stack trace does not.
 */
export function isInWords({ status, text }: Answer): boolean {
  const hasStack = /\n\s+at |node:internal|\.ts:\d+/.test(text)
  return status === 503 && !hasStack && /"title":"[^"]+|<h1|<title/.test(text)
}

/** Counts the requests by their status, for example `200: 590, 503: 10`. */
export function byStatus(samples: Answer[]): string {
  const counts = new Map<number, number>()
  for (const { status } of samples) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${status}: ${count}`).join(', ')
}
