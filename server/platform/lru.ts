/**
 * A map with at most `max` entries. If there are more, the least recently used entry is evicted. Reading an entry
 * counts as a use only while the map is at least half full. In an emptier map no entry is near eviction, and
 * recording the use would cost more than the look-up.
 */
export class Lru<K, V> {
  readonly #entries = new Map<K, V>()
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key)
    if (value === undefined || this.#entries.size * 2 < this.#max) return value
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: K, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size <= this.#max) return
    const oldest = this.#entries.keys().next()
    if (!oldest.done) this.#entries.delete(oldest.value)
  }

  delete(key: K): void {
    this.#entries.delete(key)
  }

  /** Deletes every entry for whose value `test` returns true. */
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
