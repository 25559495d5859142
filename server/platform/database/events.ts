/** Something that was committed. `type` says what; the other fields say to what it happened. */
export type AnyEvent = { type: string }

/** Published when events of other instances may have been lost: whatever is cached may be out of date. */
export type EventsMissed = { type: 'events-missed' }

type Listener<E> = (event: E | EventsMissed) => void

/** Publishes the events of committed writes to subscribers in this process. On PostgreSQL, other instances' events too. */
export class Events<E extends AnyEvent = AnyEvent> {
  readonly #listeners = new Set<Listener<E>>()

  subscribe(listener: Listener<E>): void {
    this.#listeners.add(listener)
  }

  /** Calls `invalidate` for each event of this type, and when events may have been missed. */
  onType(type: E['type'], invalidate: () => void): void {
    this.subscribe((event) => {
      if (event.type === type || event.type === 'events-missed') invalidate()
    })
  }

  publish(event: E | EventsMissed): void {
    for (const listener of this.#listeners) listener(event)
  }
}
