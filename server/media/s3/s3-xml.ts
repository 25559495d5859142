/** Returns the code of an error response, such as `NoSuchKey`, or an empty text if the body has none. */
export function readErrorCode(body: Buffer): string {
  return elements(String(body), 'Code')[0] ?? ''
}

/** Returns the keys in a response to `ListObjectsV2`, and the token for the next page, or null after the last page. */
export function parseKeyList(body: Buffer): { keys: string[]; nextToken: string | null } {
  const xml = String(body)
  const [nextToken = null] = elements(xml, 'NextContinuationToken')
  return { keys: elements(xml, 'Key'), nextToken: nextToken || null }
}

/**
 * Returns the texts of all elements with this name. Only these elements of S3's responses are read, and they contain
 * nothing but text, so that no XML parser is needed.
 */
function elements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => decode(text))
}

const ENTITIES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }))

/** Replaces entities such as `&amp;`, `&#39;` and `&#x27;` by their characters. */
function decode(text: string): string {
  return text.replaceAll(/&(#?\w+);/g, (entity, name: string) => {
    if (!name.startsWith('#')) return ENTITIES.get(name) ?? entity
    // `Number` reads hexadecimal digits after `0x`.
    const code = Number(name.replace('#', '').replace(/^x/i, '0x'))
    return Number.isNaN(code) ? entity : String.fromCodePoint(code)
  })
}
