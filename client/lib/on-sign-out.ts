const listeners = new Set<() => void>()

/** Calls `listener` at every sign-out until the document is closed. An expired session does not count as a sign-out. */
export function onSignOut(listener: () => void): void {
  listeners.add(listener)
}

export function publishSignOut(): void {
  for (const listener of listeners) listener()
}
