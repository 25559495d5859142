import type { ChildProcess } from 'node:child_process'

/**
 * Resolves with the URL of a shop when the shop is open. `child` is the process of `test/plain-shop.ts`, which prints
 * the URL. Rejects with the last output of the process if it ends first. All later output is read and ignored, so
 * that the process never waits for a reader.
 */
export function untilOpen(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let output = ''
  const read = (chunk: Buffer) => {
    output = (output + chunk).slice(-4000)
    const [, url] = /Open at (\S+)/.exec(output) ?? []
    if (url) resolve(url.replace('localhost', '127.0.0.1'))
  }
  child.stdout?.on('data', read)
  child.stderr?.on('data', read)
  child.once('exit', () => reject(new Error(`The shop did not open: ${output}`)))
  return promise
}
