/**
 * The number of uploads that may be in memory: `inAll` for all users together, `perPerson` for each user, so that one
 * user cannot take all slots.
 */
export type SlotLimits = { inAll: number; perPerson: number }

/** Limits how many uploads are in memory at the same time. An upload must take a slot before its body is read. */
export class UploadSlots {
  readonly #limits: SlotLimits
  /** Has one element for each taken slot: the id of the user who holds it. */
  readonly #taken: string[] = []

  constructor(limits: SlotLimits) {
    this.#limits = limits
  }

  /** Takes a slot for a user. Returns false if no slot is free. The caller must release a slot that it has taken. */
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
