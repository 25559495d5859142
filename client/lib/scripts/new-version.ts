/**
 * Returns whether the server now sends this page with another first script than it had when the browser loaded it: the
 * shop was upgraded in between. Returns false if the server cannot be reached.
 */
export async function isReplaced(): Promise<boolean> {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  if (!script) return false
  try {
    const response = await fetch(location.href, { headers: { accept: 'text/html' } })
    return response.status < 500 && !(await response.text()).includes(`src="${script}"`)
  } catch {
    return false
  }
}
