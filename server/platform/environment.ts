/** The environment variables of the process. */
export type Environment = Record<string, string | undefined>

/** An error about an invalid setting. Its message tells the owner of the shop in one sentence what is wrong. */
export class SettingError extends Error {}

/** Returns the value of a variable, or null if it is missing or blank. */
export function text(env: Environment, name: string): string | null {
  const value = env[name]?.trim()
  return value ? value : null
}

/**
 * Returns a whole number from 0 to `max`, or `fallback` if the variable is missing. Throws a `SettingError` for other
 * text.
 */
export function wholeNumber(
  env: Environment,
  name: string,
  { fallback, max }: { fallback: number; max: number },
): number {
  const value = text(env, name)
  if (value === null) return fallback
  if (!/^\d+$/.test(value) || Number(value) > max)
    throw new SettingError(`${name} must be a whole number from 0 to ${max}, not "${value}".`)
  return Number(value)
}

/**
 * Returns whether a variable is 1, or `fallback` if it is missing. Throws a `SettingError` for other text than 1 and 0.
 */
export function onOrOff(env: Environment, name: string, fallback: boolean): boolean {
  const value = text(env, name)
  if (value === null) return fallback
  if (value !== '0' && value !== '1') throw new SettingError(`${name} must be 1 or 0, not "${value}".`)
  return value === '1'
}

/**
 * Returns an address that begins with one of these protocols, or null if the variable is missing. Throws a
 * `SettingError` for other text.
 */
export function url(env: Environment, name: string, protocols: string[]): string | null {
  const value = text(env, name)
  if (value === null) return null
  const parsed = URL.parse(value)
  if (!parsed || !protocols.includes(parsed.protocol)) {
    throw new SettingError(
      `${name} must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
    )
  }
  return name === 'PUBLIC_URL' ? parsed.origin : value
}

/** Returns an address without slashes at its end. */
export function baseUrl(env: Environment, name: string): string | null {
  return url(env, name, ['http:', 'https:'])?.replace(/\/+$/, '') ?? null
}
