/** A parsed parameter of a request: text, a list or an object. */
export type Parameter = string | { [name: string]: Parameter }

/**
 * Parses the body of a request to Stripe. Nested names are written as `line_items[0][price_data][currency]`. Lists are
 * parsed as objects whose names are the indexes.
 */
export function parseForm(text: string): { [name: string]: Parameter } {
  const root: { [name: string]: Parameter } = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part)
    put(root, path, value)
  }
  return root
}

function put(object: { [name: string]: Parameter }, [name = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    object[name] = value
    return
  }
  const inner = object[name]
  const next = typeof inner === 'object' ? inner : {}
  object[name] = next
  put(next, rest, value)
}

/** Returns the text of a parameter, or an empty text if it is missing. */
export function textOf(parameter: Parameter | undefined): string {
  return typeof parameter === 'string' ? parameter : ''
}

/** Returns the parts of a list or an object, or none if the parameter is missing. */
export function partsOf(parameter: Parameter | undefined): { [name: string]: Parameter } {
  return typeof parameter === 'object' ? parameter : {}
}

/** Returns the texts of an object, such as `metadata`. */
export function textsOf(parameter: Parameter | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(partsOf(parameter)).map(([name, value]) => [name, textOf(value)]))
}
