/** A parsed parameter of a request: a text, or an object that represents an object or a list. */
export type Parameter = string | Params

export type Params = { [name: string]: Parameter }

/**
 * Parses the form-encoded body of a request to Stripe. The names of nested values look like
 * `line_items[0][price_data][currency]`. Lists become objects whose keys are the indexes.
 */
export function parseForm(text: string): Params {
  const root: Params = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part)
    put(root, path, value)
  }
  return root
}

function put(object: Params, [name = '', ...rest]: string[], value: string): void {
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
export function partsOf(parameter: Parameter | undefined): Params {
  return typeof parameter === 'object' ? parameter : {}
}

/** Returns a parameter that is an object of texts, such as `metadata`. */
export function textsOf(parameter: Parameter | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(partsOf(parameter)).map(([name, value]) => [name, textOf(value)]))
}

/** A line item of a checkout session. `amount` is the price of one of `quantity`, in cents. */
export type Item = { name: string; amount: number; quantity: number }

/** Returns a line item of a checkout session from the parameters of the request. */
export function itemOf(parameter: Parameter): Item {
  const item = partsOf(parameter)
  const price = partsOf(item['price_data'])
  return {
    name: textOf(partsOf(price['product_data'])['name']),
    amount: Number(textOf(price['unit_amount'])),
    quantity: Number(textOf(item['quantity'])),
  }
}

/** Returns the currency of the first line item. Stripe refuses several currencies in one session. */
export function currencyOf(params: Params): string {
  const [first] = Object.values(partsOf(params['line_items']))
  return textOf(partsOf(partsOf(first)['price_data'])['currency'])
}
