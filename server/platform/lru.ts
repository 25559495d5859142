/**
 * A map that holds at most `most` entries and forgets the one that was used longest ago. The order of use is only kept
 * from half full on: before that nothing is near being forgotten, and keeping it costs more than looking up.
 */
export class Lru<K, V> {
  readonly #entries = new Map<K, V>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key)
    if (value === undefined || this.#entries.size * 2 < this.#most) return value
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: K, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size <= this.#most) return
    const oldest = this.#entries.keys().next()
    if (!oldest.done) this.#entries.delete(oldest.value)
  }

  delete(key: K): void {
    this.#entries.delete(key)
  }

  /** Forget every entry that the test says yes to. */
  deleteWhere(test: (value: V) => boolean): void {
    for (const [key, value] of this.#entries) if (test(value)) this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
  }

  get size(): number {
    return this.#entries.size
  }
}
