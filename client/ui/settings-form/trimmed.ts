/** Removes the spaces around all texts in a value, which has only what JSON has. */
export function trimmed<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === 'string' ? part.trim() : part,
  )
}
