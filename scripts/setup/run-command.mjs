import { spawn } from 'node:child_process'
import { SetupError } from './say.mjs'
import { root } from './place.mjs'

/**
 * The signals that this process forwards to the programs that it runs.
 * @type {NodeJS.Signals[]}
 */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program without printing its output. If the program fails, rejects with a `SetupError` that contains the end
 * of the output.
 * @param {string[]} command program and arguments
 * @param {{ name: string, env?: NodeJS.ProcessEnv }} options name: what the error message calls the program
 * @returns {Promise<void>}
 */
export function runQuietly([program = '', ...args], { name, env = process.env }) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let words = ''
    const listen = (/** @type {Buffer} */ chunk) => (words = (words + chunk).slice(-8_000))
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    const stop = (/** @type {NodeJS.Signals} */ signal) => {
      child.kill(signal)
      process.exit(1)
    }
    for (const signal of SIGNALS) process.once(signal, stop)
    child.on('error', (error) => reject(new SetupError(`${name} could not be started: ${error.message}`)))
    child.on('close', (code) => {
      for (const signal of SIGNALS) process.removeListener(signal, stop)
      if (code === 0) resolve()
      else reject(new SetupError(`${name} failed (exit code ${code}):\n${words.trimEnd()}`))
    })
  })
}

/**
 * Runs a program in the foreground. Forwards signals to the program, and ends this process after such a signal once
 * the program has ended.
 * @param {string[]} command program and arguments
 * @param {{ env?: NodeJS.ProcessEnv, signal?: AbortSignal }} [options] signal: kills the program when it is aborted
 * @returns {Promise<number>} the program's exit code
 */
export function runInForeground([program = '', ...args], { env = process.env, signal: abort } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, env, stdio: 'inherit' })
    let stopped = false
    const stop = (/** @type {NodeJS.Signals} */ signal) => {
      stopped = true
      child.kill(signal)
    }
    for (const signal of SIGNALS) process.on(signal, stop)
    abort?.addEventListener('abort', () => child.kill('SIGKILL'), { once: true })
    child.on('error', reject)
    child.on('exit', (code) => {
      for (const signal of SIGNALS) process.removeListener(signal, stop)
      if (stopped) process.exit(1)
      resolve(code ?? 1)
    })
  })
}

/**
 * Runs a program in the foreground, forwards signals to it, and ends this process with the program's exit code or
 * signal.
 * @param {string[]} command program and arguments
 * @param {NodeJS.ProcessEnv} [env]
 */
export function becomeCommand([program = '', ...args], env = process.env) {
  const child = spawn(program, args, { env, stdio: 'inherit' })
  for (const signal of SIGNALS) {
    // In a terminal, Ctrl-C already sends SIGINT to the program. A second SIGINT would make the program end at once.
    if (signal === 'SIGINT' && process.stdin.isTTY) process.on(signal, () => {})
    else process.on(signal, () => child.kill(signal))
  }
  child.on('error', (error) => {
    process.stderr.write(`crema: ${program} could not be started: ${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    for (const name of SIGNALS) process.removeAllListeners(name)
    process.kill(process.pid, signal)
  })
}
