/**
 * Reloads the document after a script could not be loaded, if the server can be reached: many browsers never request a script
 * again whose request failed (whatwg/html#6768), and after an upgrade of the shop, the server no longer has the old scripts. If the
 * document is itself a reload, reloads it only after an upgrade. Otherwise it would reload for ever where something else than
 * the network keeps the scripts away, for example an extension of the browser. Returns whether the document reloads.
 */
export async function reloadForScripts(): Promise<boolean> {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation?.toJSON().type === 'reload' ? reloadIfReplaced() : reloadIfReachable()
}

/**
 * Reloads the document, after a call of `beforeReload`, if the server can be reached. Without a connection, a reload would
 * replace the shop by the browser's error page. Returns whether the document reloads.
 */
export async function reloadIfReachable(beforeReload?: () => void): Promise<boolean> {
  if ((await fetchDocument()) === null) return false
  beforeReload?.()
  location.reload()
  return true
}

/**
 * Reloads the document if the server now sends this page with another first script than it had when the browser loaded
 * it: the shop was upgraded in between.
 */
async function reloadIfReplaced(): Promise<boolean> {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  const html = await fetchDocument()
  if (!script || html === null || html.includes(`src="${script}"`)) return false
  location.reload()
  return true
}

/** Returns the HTML of this page, or null if the server cannot be reached or responds with a status of 500 or above. */
async function fetchDocument(): Promise<string | null> {
  try {
    const response = await fetch(location.href, { headers: { accept: 'text/html' } })
    return response.status < 500 ? await response.text() : null
  } catch {
    return null
  }
}
