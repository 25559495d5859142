const acts = new Set<() => void>()

/** Has this done whenever somebody signs out, for as long as the page lives; not when a session is lost. */
export function onSignOut(act: () => void): void {
  acts.add(act)
}

export function tellSignOut(): void {
  for (const act of acts) act()
}
