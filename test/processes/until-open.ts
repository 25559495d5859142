import type { ChildProcess } from 'node:child_process'

/**
 * Resolves with the address of a shop that was started as `test/plain-shop.ts`, read from its output, once the shop is
 * open. Rejects with the end of that output if the process ends first. The output is consumed from then on, so the
 * shop never waits for a reader.
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
