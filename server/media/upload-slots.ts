/** How many slots there are: in all, and for one person, so that one person cannot take all of them. */
export type SlotLimits = { inAll: number; perPerson: number }

/** Limits how many uploads are in memory at the same time. */
export class UploadSlots {
  readonly #limits: SlotLimits
  /** The person of each slot that is taken. */
  readonly #taken: string[] = []

  constructor(limits: SlotLimits) {
    this.#limits = limits
  }

  /** Takes a slot for the person. Returns false if none is free. A slot that was taken has to be released. */
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
