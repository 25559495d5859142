/**
 * Prints one line about the current step.
 * @param {string} text
 */
export function say(text) {
  process.stderr.write(`crema: ${text}\n`)
}

/**
 * Prints the name of a step, and how long it took when it ends. While the step runs, a terminal shows the seconds.
 * Other outputs get a new line every few seconds.
 * @template T
 * @param {string} text the name of the step, such as 'installing packages'
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

/**
 * Prints the progress of a step. On a terminal, it replaces the current line.
 * @param {string} text
 */
function tick(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2Kcrema: ${text}`)
  else say(text)
}

function clearTick() {
  process.stderr.write('\r\u001b[2K')
}

/**
 * Returns how long ago `since` was, as text such as `1.5 s`.
 * @param {number} since a time in milliseconds
 */
function seconds(since) {
  return `${((Date.now() - since) / 1_000).toFixed(1)} s`
}

/** A failure that the user can fix. It is printed as its message, without a stack trace. */
export class SetupError extends Error {}
