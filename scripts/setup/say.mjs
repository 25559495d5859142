/** Prints one line about the current step. @param {string} text */
export function say(text) {
  process.stderr.write(`crema: ${text}\n`)
}

/**
 * Prints the name of a step, and its duration when it ends. A terminal shows the running seconds, and other outputs get
 * a line every few seconds.
 * @template T
 * @param {string} text what is being done, as in 'installing packages'
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function sayWhile(text, work) {
  const started = Date.now()
  const onTerminal = process.stderr.isTTY
  say(`${text} ...`)
  const ticker = setInterval(() => tick(`${text} ... ${seconds(started)}`), onTerminal ? 1_000 : 5_000)
  try {
    const result = await work()
    if (onTerminal) clearTick()
    say(`${text}: done in ${seconds(started)}`)
    return result
  } finally {
    clearInterval(ticker)
  }
}

/** @param {string} text */
function tick(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2Kcrema: ${text}`)
  else say(text)
}

function clearTick() {
  process.stderr.write('\r\u001b[2K')
}

/** @param {number} since milliseconds */
function seconds(since) {
  return `${((Date.now() - since) / 1_000).toFixed(1)} s`
}

/** A failure that the user can fix. It is printed as its message, without a stack. */
export class SetupError extends Error {}
