/**
 * An event that is published after a change was committed. `type` names the kind of data that has changed. Further
 * fields may say which object.
 */
export type AnyEvent = { type: string }

/**
 * Published if other events may have been lost, for example while a connection was broken. All cached data may then
 * be out of date.
 */
export type EventsMissed = { type: 'events-missed' }

type Listener<E> = (event: E | EventsMissed) => void

/**
 * Passes the events of committed writes to the subscribers in this process. On PostgreSQL, it also passes on the
 * events of other processes that use the same database.
 */
export class Events<E extends AnyEvent = AnyEvent> {
  readonly #listeners = new Set<Listener<E>>()

  subscribe(listener: Listener<E>): void {
    this.#listeners.add(listener)
  }

  /** Calls `invalidate` for each event of this type. Also calls it if events may have been lost. */
  onType(type: E['type'], invalidate: () => void): void {
    this.subscribe((event) => {
      if (event.type === type || event.type === 'events-missed') invalidate()
    })
  }

  publish(event: E | EventsMissed): void {
    for (const listener of this.#listeners) listener(event)
  }
}
