/** The colours of all pictures. */
export const ink = {
  espresso: '#2a1710', roast: '#4a2a1a', bark: '#6b4028', caramel: '#a9683a', copper: '#c0743f',
      crema: '#d9a066',
  milk: '#f3e3c8', cream: '#f8efdf', paper: '#efe0c6', kraft: '#cda77c', sage: '#8d9a77', fern: '#55684a',
      pine: '#34463a',
  terracotta: '#c0623d', brick: '#97432b', clay: '#dba68a', ochre: '#d99a35', straw: '#ecc677',
      plum: '#54303c',
  petrol: '#33565c', mist: '#a9bdb5', night: '#2c2733', rose: '#d98f7a', steel: '#b9b4aa', iron: '#3a342f',
      cherry: '#a5322b'
}

/** The colours of a scene: the wall, the table, and the shape behind the objects. */
export interface Mood { wall: string, table: string, accent: string }

export const moods = {
  cream: { wall: '#ecdcc0', table: '#b98254', accent: '#dca877' },
  sage: { wall: '#aeb595', table: '#e2cfae', accent: '#8c9873' },
  ochre: { wall: '#e2b35c', table: '#8a5231', accent: '#efcd88' },
  terracotta: { wall: '#c9764f', table: '#ead2b0', accent: '#de9a74' },
  clay: { wall: '#e2b79c', table: '#9c5c3b', accent: '#cd8a68' },
  petrol: { wall: '#48686a', table: '#d8b98c', accent: '#6b8a86' },
  plum: { wall: '#5d3a42', table: '#c18d62', accent: '#82525a' },
  roast: { wall: '#593623', table: '#c9965f', accent: '#8a5636' },
  fern: { wall: '#5f7053', table: '#dcc39a', accent: '#82916c' },
  mist: { wall: '#bccbc1', table: '#a8734a', accent: '#98afa6' },
  straw: { wall: '#efd7a0', table: '#c1764c', accent: '#e0b25e' },
  night: { wall: '#3a3040', table: '#a06c47', accent: '#5b4653' }
} satisfies Record<string, Mood>

/** Mixes two colours. `part` is the share of the second one, 0 to 1. */
export function mix(from: string, to: string, part: number): string {
  const target = channels(to)
  const mixed = channels(from).map((value, i) => Math.round(value + ((target[i] ?? value) - value) * part))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

export function lighter(colour: string, part: number): string {
  return mix(colour, '#fff3dc', part)
}

export function darker(colour: string, part: number): string {
  return mix(colour, '#22100c', part)
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}
