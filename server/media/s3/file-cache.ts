import { StoreRefused, StoreUnavailable } from '../image-store.ts'

/**
 * `maxBytes` is the size of all cached files together. `maxLoading` is the number of files that are loaded at the
 * same time. After a load that failed because the store cannot be reached, no file is loaded for `pauseMs`.
 */
export type CacheLimits = { maxBytes: number; maxLoading: number; pauseMs: number }

/**
 * Caches files in memory, and evicts those that were not used for the longest time. Requests for a file that is being
 * loaded wait for the same load. A load that failed, or found no file, is not cached.
 *
 * While the store does not respond, each load takes until its time-out. The pause after a failure keeps the requests
 * of a page from waiting one after the other: they fail at once until the pause is over. There is no pause after the
 * store has refused to load a file: a client that asks for invented names must not stop the loading of other files.
 */
export class FileCache {
  readonly #limits: CacheLimits
  readonly #load: (name: string) => Promise<Buffer | null>
  readonly #files = new Map<string, Buffer>()
  readonly #loading = new Map<string, Promise<Buffer | null>>()
  #bytes = 0
  #failed: { at: number; error: StoreUnavailable } | null = null

  constructor(limits: CacheLimits, load: (name: string) => Promise<Buffer | null>) {
    this.#limits = limits
    this.#load = load
  }

  /** Returns a file, or null if there is none. Throws `StoreUnavailable` if the file can't be loaded now. */
  get(name: string): Promise<Buffer | null> {
    const cached = this.#files.get(name)
    if (cached) {
      this.#add(name, cached)
      return Promise.resolve(cached)
    }
    return this.#loading.get(name) ?? this.#start(name)
  }

  delete(name: string): void {
    const bytes = this.#files.get(name)
    if (!bytes) return
    this.#files.delete(name)
    this.#bytes -= bytes.length
  }

  async #start(name: string): Promise<Buffer | null> {
    if (this.#failed && performance.now() - this.#failed.at < this.#limits.pauseMs) throw this.#failed.error
    if (this.#loading.size >= this.#limits.maxLoading)
      throw new StoreUnavailable('Too many pictures are being loaded from the picture store at once.')
    const loading = this.#load(name)
    this.#loading.set(name, loading)
    try {
      const bytes = await loading
      this.#failed = null
      if (bytes) this.#add(name, bytes)
      return bytes
    } catch (error) {
      const isDown = error instanceof StoreUnavailable && !(error instanceof StoreRefused)
      if (isDown) this.#failed = { at: performance.now(), error }
      throw error
    } finally {
      this.#loading.delete(name)
    }
  }

  /** Adds a file as the one that was used last. */
  #add(name: string, bytes: Buffer): void {
    this.delete(name)
    this.#files.set(name, bytes)
    this.#bytes += bytes.length
    for (const oldest of this.#files.keys()) {
      if (this.#bytes <= this.#limits.maxBytes) break
      this.delete(oldest)
    }
  }
}
