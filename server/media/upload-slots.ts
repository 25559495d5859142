/** The number of slots: in all, and for one person, so that one person cannot take all of them. */
export type SlotLimits = { inAll: number; perPerson: number }

/** Limits the number of uploads that are in memory at the same time. */
export class UploadSlots {
  readonly #limits: SlotLimits
  /** The id of the person who holds each taken slot. */
  readonly #taken: string[] = []

  constructor(limits: SlotLimits) {
    this.#limits = limits
  }

  /** Takes a slot for a person. Returns false if none is free. A slot that was taken must be released. */
  take(person: string): boolean {
    const own = this.#taken.filter((holder) => holder === person)
    if (this.#taken.length >= this.#limits.inAll || own.length >= this.#limits.perPerson) return false
    this.#taken.push(person)
    return true
  }

  release(person: string): void {
    this.#taken.splice(this.#taken.indexOf(person), 1)
  }
}
