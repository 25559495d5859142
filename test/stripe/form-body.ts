/** A parsed parameter of a request: a text, or an object that represents an object or a list. */
export type Parameter = string | { [name: string]: Parameter }

/**
 * Parses the form-encoded body of a request to Stripe. The names of nested values look like
 * `line_items[0][price_data][currency]`. Lists become objects whose keys are the indexes.
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

/**
 * Returns a parameter that is a text. Returns an empty text for a list or an object, or if the parameter is missing.
 */
export function textOf(parameter: Parameter | undefined): string {
  return typeof parameter === 'string' ? parameter : ''
}

/**
 * Returns a parameter that is a list or an object. Returns an empty object for a text, or if the parameter is missing.
 */
export function partsOf(parameter: Parameter | undefined): { [name: string]: Parameter } {
  return typeof parameter === 'object' ? parameter : {}
}

/** Returns a parameter that is an object of texts, such as `metadata`. */
export function textsOf(parameter: Parameter | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(partsOf(parameter)).map(([name, value]) => [name, textOf(value)]))
}
