import { createReplay } from './lib/replay.ts'

/**
 * The only script that a page starts with. It loads the rest when the page has loaded and the browser is idle, or at the
 * first input of the person. Clicks and submits before that are held back, and repeated after the hydration.
 */
const INPUT_EVENTS = ['pointerdown', 'keydown', 'touchstart', 'focusin', 'input'] as const

/** The delay before the next attempt to load the scripts, in ms. */
const RETRY_MS = 3000

const replay = createReplay(document)
let started = false

for (const type of INPUT_EVENTS) addEventListener(type, start, { capture: true, passive: true })
if (!isRenderedWhole()) start()
else if (document.readyState === 'complete') whenIdle()
else addEventListener('load', whenIdle, { once: true })

function start(): void {
  if (started) return
  started = true
  import('./main.tsx').then((main) => main.start(ready)).catch(retryLater)
}

function ready(): void {
  for (const type of INPUT_EVENTS) removeEventListener(type, start, { capture: true })
  // In a task of its own: React hydrates the part that an event is for first, but not for an event that arrives during
  // its own work.
  setTimeout(replay.release)
}

function retryLater(): void {
  setTimeout(() => {
    started = false
    start()
  }, RETRY_MS)
}

/** The server renders a guarded page as a loading bar, so its scripts are loaded at once. */
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
