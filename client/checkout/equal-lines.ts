/** Returns the first of equal lines, with how many there are. `partsOf` returns what is the same in equal lines. */
export function countEqual<Line>(
  lines: readonly Line[],
  partsOf: (line: Line) => readonly unknown[],
): (Line & { count: number })[] {
  const equal = Map.groupBy(lines, (line) => JSON.stringify(partsOf(line)))
  return [...equal.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, count: 1 + others.length }] : [],
  )
}
