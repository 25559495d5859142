/* Choices for the facts of a coffee. They have no schema, so browsers load them without schemas. */

export const coffeeKinds = ['single-origin', 'blend', 'decaf'] as const

export const KIND_WORDS = { 'single-origin': 'Single origin', 'blend': 'Blend', 'decaf': 'Decaf' } as const

/** The ways of brewing for which a coffee is roasted. */
export const brewingStyles = ['filter', 'espresso', 'both'] as const

export const STYLE_WORDS = { filter: 'Filter', espresso: 'Espresso', both: 'Filter and espresso' } as const

/** The words for the roast levels 1 to 5. */
export const ROAST_WORDS = ['Very light', 'Light', 'Medium', 'Medium dark', 'Dark'] as const

export const MAX_ROAST = ROAST_WORDS.length

export const MAX_NOTES = 6
export const MAX_ORIGINS = 10
export const MAX_BREWS = 8

/** The maximum number of pictures of a product besides its first one. */
export const MAX_MORE_PICTURES = 5

/** Tasting notes that the form suggests, in their groups. Owners may write others. */
export const NOTE_GROUPS = {
  'Fruit': [
    'Apricot',
    'Blackcurrant',
    'Blueberry',
    'Cherry',
    'Green apple',
    'Lemon',
    'Mandarin',
    'Orange',
    'Peach',
    'Plum',
    'Raisin',
    'Red apple',
    'Redcurrant',
    'Strawberry',
  ],
  'Flower': ['Bergamot', 'Black tea', 'Jasmine', 'Orange blossom', 'Rooibos'],
  'Chocolate and nut': ['Almond', 'Cocoa', 'Dark chocolate', 'Hazelnut', 'Milk chocolate', 'Pecan', 'Walnut'],
  'Sweet': ['Brown sugar', 'Caramel', 'Honey', 'Malt', 'Molasses', 'Toffee', 'Vanilla'],
  'Spice': ['Black pepper', 'Cardamom', 'Cedar', 'Cinnamon', 'Clove', 'Ginger', 'Nutmeg'],
} as const

/** Processes, brewing methods and certificates that the form suggests. Owners may write others. */
export const PROCESSES = ['Washed', 'Natural', 'Honey', 'Anaerobic', 'Wet-hulled'] as const
export const BREW_METHODS = [
  'V60',
  'AeroPress',
  'French press',
  'Chemex',
  'Filter machine',
  'Moka pot',
  'Espresso',
  'Cold brew',
] as const
export const CERTIFICATES = ['Organic', 'Fairtrade', 'Rainforest Alliance'] as const

/** The facts by which coffees are filtered and compared. A taste is the group of a note. */
export type Facet = 'roast' | 'suitedFor' | 'process' | 'country' | 'note' | 'taste' | 'decaf'

/** The groups of the known notes, and of the last words of these: `chocolate` is in the group of `Milk chocolate`. */
const GROUP_OF = new Map(
  Object.entries(NOTE_GROUPS).flatMap(([group, notes]) =>
    notes.flatMap((note) => {
      const words = note.toLowerCase().split(' ')
      return [words.join(' '), words.at(-1) ?? ''].map((key) => [key, group] as const)
    }),
  ),
)

/** Returns the group of a note: that of the whole note or else of its last known word. Owners may write other notes. */
export function tasteOf(note: string): string | undefined {
  const words = note.toLowerCase().split(/\s+/)
  return [words.join(' '), ...words.toReversed()].map((key) => GROUP_OF.get(key)).find(Boolean)
}
