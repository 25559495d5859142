import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mountSmallDisk } from '#test/processes/small-disk.ts'

/**
 * A folder with a copy of the start scripts, and with stubs of the shop, Vite and npm. The stubs of Vite and npm
 * record their calls in the file `calls`.
 */
let folder: string
const running = new Set<ChildProcess>()

const SHOP = `
process.on('SIGTERM', () => process.exit(7))
console.log('open in', process.cwd(), 'as', process.argv[1])
if (process.env.OPTIONS) console.log(...process.execArgv)
if (process.env.STAY) setInterval(() => {}, 1000)
`
const VITE = `
const { appendFileSync, mkdirSync, readdirSync, writeFileSync } = require('node:fs')
appendFileSync('calls', 'vite ' + process.argv.slice(2, 5).join(' ') + '\\n')
if (process.env.PARTS && process.argv.includes('--ssr')) {
  mkdirSync('dist/server', { recursive: true })
  appendFileSync('there', readdirSync('dist/server').join(' '))
  if (process.env.PARTS === 'broken') { console.error('cannot parse'); process.exit(1) }
  for (const part of process.env.PARTS.split(' ')) writeFileSync('dist/server/' + part, '')
}
`
const NPM = `
const { appendFileSync, copyFileSync } = require('node:fs')
appendFileSync('calls', 'npm ' + process.argv.slice(2, 4).join(' ') + '\\n')
if (process.env.NPM_FAILS) { console.error('no network'); process.exit(1) }
setTimeout(() => copyFileSync('package-lock.json', 'node_modules/.package-lock.json'), 300)
`
const lockOf = (version: string) => JSON.stringify({ packages: { '': {}, 'node_modules/vite': { version } } })

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'crema start ')))
  const here = dirname(import.meta.dirname)
  for (const part of ['start.mjs', 'setup'])
    cpSync(join(here, part), join(folder, 'scripts', part), { recursive: true })
  put('package.json', '{ "type": "module" }')
  put('dist/main.js', SHOP)
  put('server/main.ts', 'a')
  put('client/page.ts', 'a')
  put('npm/package.json', '{}')
  put('npm/npm.js', NPM)
  put('node_modules/vite/package.json', '{}')
  put('node_modules/vite/bin/vite.js', VITE)
  put('node_modules/node/package.json', JSON.stringify({ version: process.version.slice(1) }))
  put('node_modules/.package-lock.json', lockOf('1.0.0'))
  put('package-lock.json', lockOf('1.0.0'))
  mkdirSync(join(folder, 'node_modules/node/bin'))
  symlinkSync(process.execPath, join(folder, 'node_modules/node/bin/node'))
})

afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

describe('npm start', () => {
  test('builds the shop once, and starts it in the folder of package.json', async () => {
    const first = await start()
    expect(first).toMatchObject({ code: 0, shop: `open in ${folder} as ${join(folder, 'dist/main.js')}` })
    expect(first.said).toContain('building the shop')
    expect(calls()).toEqual(['vite build', 'vite build --ssr'])
    expect(await start()).toMatchObject({ code: 0, said: '' })
    expect(calls()).toHaveLength(2)
  })

  test('builds again whenever a source is changed, touched, added or removed', async () => {
    const changes: [string, () => void][] = [
      ['changed', () => put('client/page.ts', 'b, longer')],
      ['touched', () => utimesSync(join(folder, 'client/page.ts'), 1, 1)],
      ['added', () => put('client/other.ts', 'b')],
      ['changed on the server', () => put('server/main.ts', 'b, longer')],
      ['removed', () => rmSync(join(folder, 'client/page.ts'))],
    ]
    await start()
    for (const [index, [what, change]] of changes.entries()) {
      change()
      await start()
      expect(calls(), what).toHaveLength(4 + 2 * index)
    }
  })

  test('keeps the old server chunks until the new build is complete, and then deletes them', async () => {
    const parts = () => readdirSync(join(folder, 'dist/server')).toSorted()
    await start({ PARTS: 'same-1.js old-1.js' })
    put('client/page.ts', 'broken')
    expect((await start({ PARTS: 'broken' })).code).toBe(1)
    expect(parts()).toEqual(['old-1.js', 'same-1.js'])
    put('client/page.ts', 'well again')
    await start({ PARTS: 'same-1.js new-1.js' })
    expect(readFileSync(join(folder, 'there'), 'utf8')).toMatch(/(old-1\.js same-1\.js){2}$/)
    expect(parts()).toEqual(['new-1.js', 'same-1.js'])
  })

  test('does not build again after a change of a test', async () => {
    await start()
    put('client/page.test.ts', 'b')
    await start()
    expect(calls()).toHaveLength(2)
  })

  test('installs packages if one is missing or has another version', async () => {
    put('package-lock.json', lockOf('2.0.0'))
    expect((await start()).said).toContain('installing packages (npm ci)')
    expect(calls()[0]).toBe('npm ci --omit=dev')
    rmSync(join(folder, 'node_modules/.package-lock.json'))
    await start()
    expect(calls().filter((call) => call.startsWith('npm ci'))).toHaveLength(2)
  })

  test('installs the packages that only tests need if some of them are there already', async () => {
    const other = { 'node_modules/vitest': { version: '1.0.0', dev: true } }
    put('node_modules/.package-lock.json', JSON.stringify({ packages: other }))
    await start()
    expect(calls()[0]).toBe('npm ci --include=dev')
  })

  test('prints why npm failed, without a stack, and does not start the shop', async () => {
    put('package-lock.json', lockOf('2.0.0'))
    const { code, said, shop } = await start({ NPM_FAILS: '1' })
    expect({ code, shop }).toEqual({ code: 1, shop: '' })
    expect(said).toMatch(/npm ci failed \(exit code 1\):\s+no network/)
    expect(said).not.toContain('at ')
  })

  test('says in one sentence that the disk is full, and starts when there is space', async (context) => {
    const disk = mountSmallDisk(1024 ** 2)
    if (!disk) return context.skip('This process may not mount a small disk.')
    context.onTestFinished(disk.dispose)
    const dist = join(folder, 'dist')
    cpSync(dist, disk.folder, { recursive: true })
    rmSync(dist, { recursive: true })
    symlinkSync(disk.folder, dist)
    disk.fill(0)
    const full = await start()
    disk.free()
    expect(full).toEqual({
      code: 1,
      said: `crema: There is no space left on the disk for ${folder}. Free some, then start again.\n`,
      shop: '',
    })
    expect((await start()).code).toBe(0)
  })

  test('waits while another `npm start` sets up the folder', async () => {
    put('package-lock.json', lockOf('2.0.0'))
    const [one, other] = await Promise.all([start(), start()])
    expect(calls().filter((call) => call.startsWith('npm ci'))).toHaveLength(1)
    expect([one.code, other.code]).toEqual([0, 0])
    expect(one.said + other.said).toContain('another process is setting up this folder')
  })

  test('does not wait for a process that was killed during set-up', async () => {
    put('dist/.setup-lock', '999999999')
    expect(await start()).toMatchObject({ code: 0 })
  })

  test.each(['in this process', 'in another process'])(
    'forwards a signal and exits with the code of the shop, which runs %s',
    async (how) => {
      if (how === 'in another process') put('node_modules/node/package.json', '{ "version": "0.0.0" }')
      await start()
      const shop = start({ STAY: '1' }, (child) => child.kill('SIGTERM'))
      expect(await shop).toMatchObject({ code: 7 })
    },
  )

  test.each(['in this process', 'in another process'])(
    'limits the young generation of the shop, which runs %s',
    async (how) => {
      if (how === 'in another process') put('node_modules/node/package.json', '{ "version": "0.0.0" }')
      expect((await start({ OPTIONS: '1' })).shop).toContain('--max-semi-space-size=16')
    },
  )

  test('stops the shop after npm was killed', async () => {
    await start()
    const command = [process.execPath, 'scripts/start.mjs'].map((word) => `'${word}'`).join(' ')
    const shell = spawn('/bin/sh', ['-c', `${command} > said; echo; true`], {
      cwd: folder,
      env: { ...process.env, STAY: '1', npm_lifecycle_event: 'start' },
    })
    const pid = await until(
      () =>
        existsSync(join(folder, 'said')) &&
        readFileSync(join(folder, 'said'), 'utf8').includes('open') &&
        childOf(shell),
    )
    shell.kill('SIGKILL')
    await until(() => !isAlive(pid))
    expect(isAlive(pid)).toBe(false)
  })
})

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

function calls(): string[] {
  return readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n').toSorted()
}

type Ended = { code: number | null; said: string; shop: string }

/** The options that `npm start` passes to Node, read from package.json. */
const options: string[] = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
  .scripts.start.split(' ')
  .slice(1, -1)

/** Runs the copied start script, with another folder as its working directory. */
function start(
  env: NodeJS.ProcessEnv = {},
  onceOpen: (child: ChildProcess) => void = () => {},
): Promise<Ended> {
  const npm = { npm_execpath: join(folder, 'npm/npm.js'), npm_node_execpath: process.execPath }
  const { npm_lifecycle_event: _, ...outer } = process.env
  const child = spawn(process.execPath, [...options, join(folder, 'scripts/start.mjs')], {
    cwd: tmpdir(),
    env: { ...outer, ...npm, ...env },
  })
  running.add(child)
  let [said, shop] = ['', '']
  child.stderr.on('data', (chunk: Buffer) => (said += chunk))
  child.stdout.on('data', (chunk: Buffer) => {
    shop += chunk
    if (shop.includes('open')) onceOpen(child)
  })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said, shop: shop.trim() })))
}

function childOf(shell: ChildProcess): number {
  return Number(readFileSync(`/proc/${shell.pid}/task/${shell.pid}/children`, 'utf8').trim())
}

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`)
}

async function until<T>(found: () => T | false): Promise<T> {
  for (let tries = 0; tries < 200; tries++) {
    const result = found()
    if (result) return result
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it never came')
}
