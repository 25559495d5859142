import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

/** A shop that has opened. `end` sends a signal to its processes and waits until they have ended. */
export type OpenShop = { url: string; end: (signal: NodeJS.Signals) => Promise<void> }

const TIMEOUT_MS = 30_000
const root = join(import.meta.dirname, '../..')

/** Modules that are loaded into the shop's process before the shop itself. They are plain JavaScript. */
const [endWithParent, cheapHashes] = [
  'scripts/setup/end-with-parent.mjs',
  'test/processes/cheap-hashes.mjs',
].map((path) => JSON.stringify(pathToFileURL(join(root, path)).href))

/**
 * A module that ends the shop when the test process ends, even by SIGKILL. It also makes password hashes cheap:
 * nearly every browser test signs up, and a real hash takes more processor time than many whole tests.
 */
const PRELOAD = `data:text/javascript,${encodeURIComponent(
  `import { endWithParent } from ${endWithParent}; import { useCheapHashes } from ${cheapHashes}; endWithParent(); useCheapHashes()`,
)}`

/**
 * Starts a built shop as a process and waits until its health check succeeds, but at most `TIMEOUT_MS`. Throws with
 * the output of the shop if the shop does not open.
 */
export async function openBuiltShop(settings: NodeJS.ProcessEnv): Promise<OpenShop> {
  const open = await startProcess(settings)
  const late = Date.now() + TIMEOUT_MS
  while (Date.now() < late && !(await fetch(`${open.url}/healthz`)).ok) await sleep(100)
  return { url: open.url, end: (signal) => end(open.process, signal) }
}

function startProcess(settings: NodeJS.ProcessEnv): Promise<{ process: ChildProcess; url: string }> {
  const { PUBLIC_URL: _, ...env } = process.env
  const child = spawn(process.execPath, ['--import', PRELOAD, 'dist/main.js'], {
    cwd: root,
    env: { ...env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return new Promise((resolve, reject) => {
    let words = ''
    const fail = (why: string) => {
      child.kill('SIGKILL')
      reject(new Error(`the shop ${why}:\n${words}`))
    }
    const timer = setTimeout(() => fail(`did not open in ${TIMEOUT_MS / 1000} s`), TIMEOUT_MS)
    const listen = (chunk: Buffer) => {
      words = (words + chunk).slice(-8_000)
      const url = /Crema is open at (http:\S+)/.exec(words)?.[1]
      if (!url) return
      clearTimeout(timer)
      resolve({ process: child, url })
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(`ended with exit code ${code}`)
    })
  })
}

/** Sends a signal to a process and waits until the process has ended. If that takes ten seconds, sends SIGKILL. */
async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  const force = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await gone
  clearTimeout(force)
}
