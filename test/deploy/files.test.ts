import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, 'deploy', file), 'utf8')

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test.runIf(hasSystemd)('systemd accepts the unit', () => {
  const folder = temporaryFolder('crema-unit-')
  const file = join(folder, 'crema.service')
  // systemd checks that the program is there.
  writeFileSync(
    file,
    read('crema.service').replace('/opt/crema/node_modules/node/bin/node', process.execPath),
  )
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect([status, stderr]).toEqual([0, ''])
})

test('the image is built from files that exist, and runs the program that npm start runs', () => {
  const dockerfile = read('Dockerfile')
  const copied = [...dockerfile.matchAll(/^COPY --from=build \/home\/node\/crema\/(\S+) /gm)].map(
    ([, path]) => path,
  )
  expect(copied.filter((path) => path !== 'dist' && !existsSync(join(root, String(path))))).toEqual([])
  expect(copied).toEqual(
    expect.arrayContaining(['dist', 'db', 'node_modules', 'server', 'contract', 'package.json']),
  )
  const { scripts }: { scripts: { start: string } } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  const [, flags] = /^node (.+) scripts\/start.mjs$/.exec(scripts.start) ?? []
  expect(dockerfile).toContain(`CMD ["node", "${flags}", "dist/main.js"]`)
  expect(read('crema.service')).toContain(`/bin/node ${flags} dist/main.js`)
  expect(dockerfile.lastIndexOf('\nUSER crema\n')).toBeGreaterThan(dockerfile.lastIndexOf('\nFROM '))
})

/** Returns the names of the settings that `compose.yaml` passes to the shop. */
function settingsIn(compose: string): string[] {
  const [, block = ''] = /&settings\n([\s\S]*?)\n {2}\w/.exec(compose) ?? []
  return [...block.matchAll(/^ {4}([A-Z0-9_]+):/gm)].map(([, name]) => String(name))
}

test('compose.yaml passes the settings for signing in and for the orders of deleted accounts', () => {
  const documented = readFileSync(join(root, 'docs/settings.md'), 'utf8').matchAll(
    /^\| (`[A-Z0-9_`, ]+`) \|/gm,
  )
  const names = [...documented].flatMap(([, cell = '']) => cell.replaceAll('`', '').split(', '))
  const wanted = names.filter((name) => /^(OIDC_|FIREBASE_|KEEP_)/.test(name) && name !== 'FIREBASE_API_BASE')
  expect(wanted.length).toBeGreaterThan(6)
  expect(settingsIn(read('compose.yaml'))).toEqual(expect.arrayContaining(wanted))
})

test('compose.yaml sets only settings that the shop knows, and mounts only files that exist', () => {
  const compose = read('compose.yaml')
  const mounted = [...compose.matchAll(/^ +- \.\/([^:]+):/gm)].map(([, path]) => String(path))
  // The operator puts the certificate there.
  expect(mounted.filter((path) => path !== 'certificate' && !existsSync(join(root, 'deploy', path)))).toEqual(
    [],
  )
  const names = settingsIn(compose)
  expect(names.length).toBeGreaterThan(10)
  const documented = readFileSync(join(root, 'docs/settings.md'), 'utf8')
  expect(names.filter((name) => !documented.includes(`\`${name}\``))).toEqual([])
})

test('a shop gets 15 s more than DRAIN_SECONDS to end', () => {
  const figure = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1])
  const compose = read('compose.yaml')
  const drain = figure(compose, /DRAIN_SECONDS: '(\d+)'/)
  expect(figure(compose, /stop_grace_period: (\d+)s/)).toBeGreaterThanOrEqual(drain + 15)
  const manual = readFileSync(join(root, 'docs/operating.md'), 'utf8')
  expect(figure(manual, /DRAIN_SECONDS=(\d+)/)).toBe(drain)
  expect(figure(read('crema.service'), /TimeoutStopSec=(\d+)/)).toBeGreaterThanOrEqual(drain + 15)
})

test('compose.yaml requires each setting that the manual asks for, and no other', () => {
  const required = [...read('compose.yaml').matchAll(/\$\{([A-Z0-9_]+):\?\}/g)].map(([, name]) =>
    String(name),
  )
  const manual = readFileSync(join(root, 'docs/operating.md'), 'utf8')
  const [paragraph = ''] = /\*\*With Docker\*\*[\s\S]*?\n\n/.exec(manual) ?? []
  const named = [...paragraph.matchAll(/`([A-Z0-9_]{7,})`/g)].map(([, name]) => String(name))
  expect([...new Set(required)].toSorted()).toEqual(named.toSorted())
})
