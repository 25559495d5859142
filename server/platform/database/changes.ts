/** A thing that happened in the books and that others may have cached: a topic and, where it helps, an id. */
export type Change = { topic: string; id?: string }

type Listener = (change: Change) => void

/**
 * Who wants to know when something changes. On PostgreSQL changes of other instances arrive here too; when that
 * line is lost, everybody is told `lost`, since anything may have changed meanwhile.
 */
export class Changes {
  readonly #listeners = new Set<Listener>()

  listen(listener: Listener): void {
    this.#listeners.add(listener)
  }

  /** Calls `drop` when anything of one of these topics changed, or when changes may have been missed. */
  onAny(topics: string[], drop: () => void): void {
    this.listen((change) => {
      if (change.topic === 'lost' || topics.includes(change.topic)) drop()
    })
  }

  tell(change: Change): void {
    for (const listener of this.#listeners) listener(change)
  }
}
