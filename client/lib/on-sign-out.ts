const listeners = new Set<() => void>()

/** Calls `listener` at every sign-out until the page is closed. A session that has expired is no sign-out. */
export function onSignOut(listener: () => void): void {
  listeners.add(listener)
}

export function publishSignOut(): void {
  for (const listener of listeners) listener()
}
