import { createReplay } from './lib/replay.ts'

/**
 * The only script that a page starts with. It fetches the rest when the page has loaded and the browser is idle,
 * or at the first sign of somebody wanting something, and keeps early clicks and submits for when it is there.
 */
const SIGNS = ['pointerdown', 'keydown', 'touchstart', 'focusin', 'input'] as const
const AGAIN = 3000

const replay = createReplay(document)
let started = false

for (const sign of SIGNS) addEventListener(sign, start, { capture: true, passive: true })
if (!isRenderedWhole()) start()
else if (document.readyState === 'complete') whenIdle()
else addEventListener('load', whenIdle, { once: true })

function start(): void {
  if (started) return
  started = true
  import('./main.tsx').then((main) => main.start(ready)).catch(tryAgain)
}

function ready(): void {
  for (const sign of SIGNS) removeEventListener(sign, start, { capture: true })
  // Not within React's own work: a part that is still asleep can only be woken by an event of its own.
  setTimeout(replay.release)
}

function tryAgain(): void {
  setTimeout(() => {
    started = false
    start()
  }, AGAIN)
}

/** A guarded page comes as a loading bar: there is nothing to look at before the scripts are there. */
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
