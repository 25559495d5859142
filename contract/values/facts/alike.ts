import type { CoffeeFacts } from '../../selling/coffee-facts.ts'
import { KIND_WORDS, STYLE_WORDS } from './choices.ts'

type Kind = Pick<CoffeeFacts, 'kind' | 'suitedFor'>

/** Returns what kind of coffee a roaster chooses from in place of one, such as `decaf espresso`, or null if nothing is said of it. */
export function kindText({ kind, suitedFor }: Kind): string | null {
  if (suitedFor === undefined) return kind ? KIND_WORDS[kind].toLowerCase() : null
  const style = STYLE_WORDS[suitedFor].toLowerCase()
  return kind === 'decaf' ? `decaf ${style}` : style
}

/** Returns whether a coffee can come in place of another one. Only a decaf replaces a decaf. */
export function isAlike(own: Kind, other: Kind): boolean {
  if ((own.kind === 'decaf') !== (other.kind === 'decaf')) return false
  if (own.suitedFor === undefined) return own.kind !== undefined && own.kind === other.kind
  return other.suitedFor === own.suitedFor || other.suitedFor === 'both'
}
