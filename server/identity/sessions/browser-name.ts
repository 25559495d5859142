/** The names of browsers, each with the text that identifies it in a `User-Agent` header. The first match counts. */
const BROWSERS: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera|OPT)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]

const SYSTEMS: [name: string, pattern: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/**
 * Returns the name of the browser and of its system, such as `Firefox on Linux`, so that a person recognises a session.
 * Returns '' if the browser is unknown. The header itself is not stored, because its versions could identify a person.
 */
export function browserName(userAgent: string | undefined): string {
  const nameIn = (names: typeof BROWSERS) => names.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0]
  const browser = nameIn(BROWSERS)
  const system = nameIn(SYSTEMS)
  return browser && system ? `${browser} on ${system}` : (browser ?? '')
}
