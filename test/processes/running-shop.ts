import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { createDatabase } from '../postgres/create-database.ts'

/** A built shop in a process of its own, with data of its own. */
export type RunningShop = {
  /** The origin of the shop, without a slash at the end. It is the same after a restart. */
  url: string
  /** Ends the process with SIGKILL, so that the shop cannot clean up, as in a crash. */
  kill: () => Promise<void>
  /** Closes the shop if it still runs, and starts it again with the same data on the same port. */
  restart: () => Promise<void>
  /** Closes the shop and removes its data. */
  dispose: () => Promise<void>
}

const PATIENCE_MS = 30_000
const root = join(import.meta.dirname, '../..')

/** The two modules that are loaded into the shop's process before the shop itself. They are plain JavaScript. */
const PRELOADED = ['scripts/setup/end-with-parent.mjs', 'test/processes/cheap-hashes.mjs']

/**
 * A module that ends the shop when the test process ends, even by SIGKILL. It also makes password hashes cheap:
 * nearly every browser test signs up, and a real hash takes more processor time than many whole tests.
 */
const PRELOAD = `data:text/javascript,${encodeURIComponent(
  PRELOADED.map(
    (path, index) => `import * as m${index} from ${JSON.stringify(pathToFileURL(join(root, path)).href)}`,
  )
    .concat('m0.endWithParent()', 'm1.useCheapHashes()')
    .join(';'),
)}`

/**
 * Starts a built demo shop on a free port, with an empty data folder. If `CREMA_E2E_POSTGRES` is the URL of a
 * PostgreSQL server, the shop uses an empty database on that server. Throws with the output of the shop if the shop
 * does not open.
 */
export async function startShop(settings: NodeJS.ProcessEnv = {}): Promise<RunningShop> {
  const place = await freshPlace()
  const environment = { ...place.settings, DEMO: '1', ...settings }
  let open = await openShop({ PORT: '0', ...environment }).catch(async (error: unknown) => {
    await place.remove()
    throw error
  })
  const { url } = open
  const close = (signal: NodeJS.Signals) => end(open.process, signal)
  return {
    url,
    kill: () => close('SIGKILL'),
    restart: async () => {
      await close('SIGTERM')
      open = await openShop({ PORT: new URL(url).port, ...environment })
    },
    dispose: async () => {
      await close('SIGTERM')
      await place.remove()
    },
  }
}

type Place = { settings: NodeJS.ProcessEnv; remove: () => Promise<void> }

async function freshPlace(): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'crema-shop-'))
  const server = process.env['CREMA_E2E_POSTGRES']
  const database = server ? await createDatabase(server) : null
  return {
    settings: { DATA_DIR: dataDir, ...(database ? { DATABASE_URL: database.url } : {}) },
    remove: async () => {
      await database?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

type OpenProcess = { process: ChildProcess; url: string }

/** Starts a shop and waits until its health check succeeds, but at most `PATIENCE_MS`. */
async function openShop(settings: NodeJS.ProcessEnv): Promise<OpenProcess> {
  const open = await startProcess(settings)
  const late = Date.now() + PATIENCE_MS
  while (Date.now() < late && !(await fetch(`${open.url}/healthz`)).ok) await sleep(100)
  return open
}

function startProcess(settings: NodeJS.ProcessEnv): Promise<OpenProcess> {
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
    const timer = setTimeout(() => fail(`did not open in ${PATIENCE_MS / 1000} s`), PATIENCE_MS)
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
