import { keepCodeOfLink } from './lib/kept-code.ts'
import { reloadForScripts } from './lib/scripts/reload-document.ts'
import { createReplay } from './lib/replay.ts'

/**
 * This script is the only one that a page loads at first. If the server has rendered the whole page, the script loads
 * the other scripts at the first of `INPUT_EVENTS`, or when the browser is idle after the page has loaded. Otherwise
 * it loads them at once. Until React has hydrated the page, the script holds back clicks on buttons and submits of
 * forms, and then repeats them. The code of a discount in the address is kept at once, because a click on a link may
 * leave the page before the other scripts are there.
 */
const INPUT_EVENTS = ['pointerdown', 'keydown', 'touchstart', 'focusin', 'input'] as const

/** How long to wait before the next attempt to load the other scripts, in ms. */
const RETRY_MS = 3000

const replay = createReplay(document)
let started = false

keepCodeOfLink(location)

for (const type of INPUT_EVENTS) addEventListener(type, start, { capture: true, passive: true })
if (!isRenderedWhole()) start()
else if (document.readyState === 'complete') whenIdle()
else addEventListener('load', whenIdle, { once: true })

function start(): void {
  if (started) return
  started = true
  load().catch(retryLater)
}

/**
 * Loads the other scripts and hydrates the page. Evaluating React, evaluating the app and starting it are three tasks,
 * so that a slow phone can handle input between them.
 */
async function load(): Promise<void> {
  await import('./react.ts')
  const main = await import('./main.tsx')
  await new Promise((resolve) => setTimeout(resolve))
  await main.start(ready)
}

function ready(): void {
  for (const type of INPUT_EVENTS) removeEventListener(type, start, { capture: true })
  // Repeats the held-back clicks in a separate task, after React has finished its current work. For a click in such a
  // task, React first hydrates the clicked part of the page and then handles the click.
  setTimeout(replay.release)
}

/** Reloads the document after `RETRY_MS`, or else tries again without a reload. */
function retryLater(): void {
  setTimeout(async () => {
    if (await reloadForScripts()) return
    started = false
    start()
  }, RETRY_MS)
}

/**
 * Returns whether the server has rendered the whole page. For a page that requires an account, the server renders
 * only a loading bar. The scripts of such a page are loaded at once.
 */
function isRenderedWhole(): boolean {
  return (
    document.querySelector('#root > *') !== null &&
    document.querySelector('#root [role="progressbar"]') === null
  )
}

function whenIdle(): void {
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 2000 })
  else setTimeout(start, 200)
}
