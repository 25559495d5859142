/** An event about committed changes. `type` says what has changed, and the other fields identify it. */
export type AnyEvent = { type: string }

/** Published if events of other instances may have been lost. Everything that is cached may then be out of date. */
export type EventsMissed = { type: 'events-missed' }

type Listener<E> = (event: E | EventsMissed) => void

/**
 * Passes the events of committed writes to the subscribers in this process. On PostgreSQL also those of other
 * instances.
 */
export class Events<E extends AnyEvent = AnyEvent> {
  readonly #listeners = new Set<Listener<E>>()

  subscribe(listener: Listener<E>): void {
    this.#listeners.add(listener)
  }

  /** Calls `invalidate` for each event of this type, and if events may have been missed. */
  onType(type: E['type'], invalidate: () => void): void {
    this.subscribe((event) => {
      if (event.type === type || event.type === 'events-missed') invalidate()
    })
  }

  publish(event: E | EventsMissed): void {
    for (const listener of this.#listeners) listener(event)
  }
}
