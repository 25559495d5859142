import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { inRoot } from './place.mjs'
import { say, SetupError } from './say.mjs'

const file = inRoot('dist', '.setup-lock')
const PATIENCE_MS = 10 * 60_000
/**
 * The process that holds the lock updates the modification time of the lock file every second. If the file was not
 * updated for this long, other processes assume that this process has ended.
 */
const FORGOTTEN_MS = 15_000

/**
 * Runs the work while no other process sets up this working copy, that is, installs packages or builds the shop. A
 * second `npm start` waits until the first one has finished its setup.
 * @param {() => Promise<void>} work
 */
export async function whileAlone(work) {
  await take()
  const heartbeat = setInterval(touch, 1_000)
  const onExit = () => rmSync(file, { force: true })
  process.once('exit', onExit)
  try {
    await work()
  } finally {
    clearInterval(heartbeat)
    process.removeListener('exit', onExit)
    onExit()
  }
}

async function take() {
  const started = Date.now()
  let told = false
  while (!tryTake()) {
    if (!told) say('another process is setting up this folder: waiting for it')
    told = true
    if (Date.now() - started > PATIENCE_MS)
      throw new SetupError(`gave up waiting: remove ${file} and try again`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

function tryTake() {
  mkdirSync(dirname(file), { recursive: true })
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (!isCode(error, 'EEXIST')) {
      // On a full disk the file may be there, but empty.
      rmSync(file, { force: true })
      throw error
    }
  }
  if (isForgotten()) rmSync(file, { force: true })
  return false
}

function isForgotten() {
  try {
    return Date.now() - statSync(file).mtimeMs > FORGOTTEN_MS || !isAlive(Number(readFileSync(file, 'utf8')))
  } catch {
    return false
  }
}

/**
 * Returns whether a process is running.
 * @param {number} pid 0 if the process that holds the lock has not written its id yet; it then counts as running
 */
function isAlive(pid) {
  if (!pid) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}

function touch() {
  const now = new Date()
  try {
    utimesSync(file, now, now)
  } catch {
    // The folder dist was deleted, and the lock file with it. The work continues without the lock.
  }
}

/**
 * Returns whether this is an error of Node with the given code, such as `EEXIST`.
 * @param {unknown} error
 * @param {string} code
 */
function isCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code
}
