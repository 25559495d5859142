import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startProgram } from './start-program.ts'

/** A shop that has opened. `end` sends a signal to its processes and waits until they have ended. */
type OpenShop = { url: string; end: (signal: NodeJS.Signals) => Promise<void> }

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

/** Starts a built shop as a process and waits until its health check succeeds. */
export async function openBuiltShop(settings: NodeJS.ProcessEnv): Promise<OpenShop> {
  const { PUBLIC_URL: _, ...env } = process.env
  const { child, ready, end } = await startProgram(
    [process.execPath, '--import', PRELOAD, 'dist/main.js'],
    { cwd: root, env: { ...env, ...settings } },
    async (said) => {
      const url = /Crema is open at (http:\S+)/.exec(said)?.[1]
      return url !== undefined && (await fetch(`${url}/healthz`)).ok ? url : null
    },
  )
  return {
    url: ready,
    end: async (signal) => {
      const force = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await end(signal)
      clearTimeout(force)
    },
  }
}
