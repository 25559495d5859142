/**
 * A map with at most `most` entries that evicts the least recently used one. The order of use is updated only if the
 * map is at least half full. Before that no entry is near eviction, and updating costs more than the look-up.
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

  /** Deletes every entry whose value passes the test. */
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
