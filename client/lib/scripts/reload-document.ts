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
 * it: the shop was upgraded in between. Returns whether the document reloads.
 */
export async function reloadIfReplaced(): Promise<boolean> {
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
