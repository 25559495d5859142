/**
 * A bounded number of places for work that takes much memory. One person gets only some of them, so that the others
 * find a place too.
 */
export class Places {
  readonly #most: { inAll: number; ofOne: number }
  /** One entry for each place that is taken. */
  readonly #taken: string[] = []

  constructor(most: { inAll: number; ofOne: number }) {
    this.#most = most
  }

  /** Takes a place; returns whether there was one. Each one taken has to be given back. */
  take(person: string): boolean {
    const own = this.#taken.filter((holder) => holder === person)
    if (this.#taken.length >= this.#most.inAll || own.length >= this.#most.ofOne) return false
    this.#taken.push(person)
    return true
  }

  giveBack(person: string): void {
    this.#taken.splice(this.#taken.indexOf(person), 1)
  }
}
