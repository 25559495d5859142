import type { LIVE_PATH, LIVE_REPLACED, LiveTopic, liveTopics } from '#contract/values/live.ts'

const ADDRESS: `/api${typeof LIVE_PATH}` = '/api/live'
export const TOPICS = ['orders', 'users', 'catalogue', 'messages'] as const satisfies typeof liveTopics
const REPLACED: typeof LIVE_REPLACED = 'replaced'

/** How long to wait before asking again when the server has refused, in ms; a lost line is the browser's to mend. */
const AGAIN = 10_000

/** How long the line may be away before anybody is told, in ms: a shop that is started anew is back by then. */
const PATIENCE = 5000

type Listener = { topics: readonly LiveTopic[]; tell: () => void }

/** The server's word that something has changed, over one line for the whole dashboard. */
export class LiveSource {
  readonly #listeners = new Set<Listener>()
  #line: EventSource | null = null
  #again: ReturnType<typeof setTimeout> | undefined
  #missed = false
  #isReplaced = false
  readonly #watchers = new Set<() => void>()
  #impatience: ReturnType<typeof setTimeout> | undefined
  #outage: number | null = null

  /** Opens the line; what it answers closes it. */
  readonly start = (): (() => void) => {
    this.#lose()
    this.#open()
    document.addEventListener('visibilitychange', this.#onVisibility)
    return () => {
      document.removeEventListener('visibilitychange', this.#onVisibility)
      clearTimeout(this.#again)
      this.#regain()
      this.#line?.close()
    }
  }

  /** Calls `tell` when one of these topics has changed, or may have while nobody listened. */
  readonly subscribe = (topics: readonly LiveTopic[], tell: () => void): (() => void) => {
    const listener = { topics, tell }
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Since when there has been no line, in ms since 1970; null while there is one, or has been a moment ago. */
  readonly getOutage = (): number | null => this.#outage

  /** Whether the server closed the line because the admin has too many pages open. Only a page that is looked at reconnects. */
  readonly isReplaced = (): boolean => this.#isReplaced

  /** Calls `tell` when an outage begins to be worth telling, and when it is over. */
  readonly watchOutage = (tell: () => void): (() => void) => {
    this.#watchers.add(tell)
    return () => void this.#watchers.delete(tell)
  }

  /** Tells who listens that a topic has changed, or is known to be out of date here. */
  readonly tell = (topic: LiveTopic): void => {
    if (document.visibilityState === 'hidden') return
    for (const { topics, tell } of this.#listeners) if (topics.includes(topic)) tell()
  }

  #open(): void {
    const line = new EventSource(ADDRESS)
    this.#line = line
    this.#isReplaced = false
    line.addEventListener(REPLACED, () => {
      line.close()
      this.#missed = true
      this.#isReplaced = true
      this.#setOutage(Date.now())
    })
    for (const topic of TOPICS) line.addEventListener(topic, () => this.tell(topic))
    line.addEventListener('open', () => {
      this.#regain()
      if (this.#missed) this.#tellAll()
      this.#missed = false
    })
    line.addEventListener('error', () => {
      this.#missed = true
      this.#lose()
      if (line.readyState === EventSource.CLOSED) this.#refused()
    })
  }

  #lose(): void {
    const since = Date.now()
    this.#impatience ??= setTimeout(() => this.#setOutage(since), PATIENCE)
  }

  #regain(): void {
    clearTimeout(this.#impatience)
    this.#impatience = undefined
    this.#setOutage(null)
  }

  #setOutage(since: number | null): void {
    if (this.#outage === since) return
    this.#outage = since
    for (const tell of this.#watchers) tell()
  }

  /** The server may be closing, or whoever looks may be no administrator any more: who shows users finds out. */
  #refused(): void {
    this.#again = setTimeout(() => this.#open(), AGAIN)
    this.tell('users')
  }

  /** A page that nobody sees is brought up to date when somebody does. */
  readonly #onVisibility = (): void => {
    if (document.visibilityState !== 'visible') return
    if (this.#isReplaced) this.#open()
    this.#tellAll()
  }

  #tellAll(): void {
    for (const { tell } of this.#listeners) tell()
  }
}
