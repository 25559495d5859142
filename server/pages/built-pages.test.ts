import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openBuiltPages } from './built-pages.ts'
import type { PageSource } from './built-pages.ts'

const DAY = 24 * 60 * 60 * 1000

describe('built pages', () => {
  let folder: string
  let dist: string
  let dataDir: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'crema-test-'))
    dist = join(folder, 'dist')
    dataDir = join(folder, 'data')
    const manifest = {
      'client/boot.ts': { file: 'assets/boot-1.js' },
      'client/styles.css': { file: 'assets/styles-1.css' },
      'client/assets/favicon.svg': { file: 'assets/favicon-1.svg' },
      'client/account/account-page.tsx': { file: 'assets/account-1.js', imports: ['_tabs.js'] },
      '_tabs.js': { file: 'assets/tabs-1.js', css: ['assets/tabs-1.css'], imports: ['_base.js'] },
      '_base.js': { file: 'assets/base-1.js', css: ['assets/base-1.css'], imports: ['_tabs.js'] },
    }
    write('client/assets/tabs-1.css', 'b{color:red}')
    write('client/assets/base-1.css', 'i{color:red}')
    write('client/.vite/manifest.json', JSON.stringify(manifest))
    write('client/assets/boot-1.js', 'let a')
    write('client/assets/styles-1.css', 'a{color:red}')
    write('client/assets/favicon-1.svg', '<svg/>')
    write('client/assets/secret.map', '{}')
    write(
      'server-render.js',
      "export const pageKey = (path) => path; export const renderPage = () => ({ status: 200, title: 't', description: 'd', html: 'h' })",
    )
    write('package.json', '{"type":"module"}')
  })
  afterEach(() => {
    vi.useRealTimers()
    rmSync(folder, { recursive: true })
  })

  function write(name: string, text: string): void {
    const file = join(dist, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }

  test('contain their style, which the policy allows by its hash', () => {
    const { head, ownStyles, policy } = openBuiltPages(dist, dataDir)
    const ofAccount = 'b{color:red}i{color:red}'
    expect(head).toContain('<style>a{color:red}</style>')
    expect(ownStyles.account, 'also of what its script imports').toBe(`<style>${ofAccount}</style>`)
    const hashOf = (css: string) => createHash('sha256').update(css).digest('base64')
    for (const css of ['a{color:red}', ofAccount]) expect(policy.style).toContain(`'sha256-${hashOf(css)}'`)
  })

  test('refer to the script by its built name, and contain the icon of the demo shop', () => {
    const { demoIcon, scripts } = openBuiltPages(dist, dataDir)
    expect(scripts).toBe('<script type="module" src="/assets/boot-1.js"></script>')
    expect(demoIcon).toBe('<svg/>')
  })

  test('are rendered by the built renderer', async () => {
    const renderer = await openBuiltPages(dist, dataDir).renderer()
    expect(renderer.pageKey('/x')).toBe('/x')
  })

  test('load the renderer again after a failed try', async () => {
    rmSync(join(dist, 'server-render.js'))
    const { renderer } = openBuiltPages(dist, dataDir)
    await expect(renderer()).rejects.toThrow('server-render.js')
    write('server-render.js', 'export const pageKey = () => "there again"')
    expect((await renderer()).pageKey('/')).toBe('there again')
  })

  test('serve the built files and no others', async () => {
    const { asset } = openBuiltPages(dist, dataDir)
    const script = await asset('boot-1.js')
    expect(script?.plain.toString()).toBe('let a')
    expect(script?.kind).toMatchObject({
      type: 'text/javascript; charset=utf-8',
      cacheControl: 'public, max-age=31536000, immutable',
    })
    expect(await asset('boot-1.js')).toBe(script)
    const [one, other] = await Promise.all([asset('favicon-1.svg'), asset('favicon-1.svg')])
    expect(one).toBe(other)
    expect(await asset('../.vite/manifest.json')).toBeNull()
    expect(await asset('toString')).toBeNull()
  })

  /** Replaces the built script, as an upgrade does, and opens the pages. */
  function upgradeTo(version: number) {
    vi.advanceTimersByTime(1000)
    rmSync(join(dist, 'client/assets'), { recursive: true })
    write('client/assets/styles-1.css', 'a{color:red}')
    write('client/assets/favicon-1.svg', '<svg/>')
    write(`client/assets/boot-${version}.js`, `let version = ${version}`)
    write(
      'client/.vite/manifest.json',
      JSON.stringify({
        'client/boot.ts': { file: `assets/boot-${version}.js` },
        'client/styles.css': { file: 'assets/styles-1.css' },
        'client/assets/favicon.svg': { file: 'assets/favicon-1.svg' },
      }),
    )
    return openBuiltPages(dist, dataDir)
  }

  const scripts = (source: PageSource) =>
    Promise.all([1, 2, 3, 4].map(async (n) => (await source.asset(`boot-${n}.js`))?.plain.toString() ?? null))

  test('serve the scripts of the version before, however long it ran, and delete those that are much older', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    openBuiltPages(dist, dataDir)
    vi.advanceTimersByTime(100 * DAY)
    expect(await scripts(upgradeTo(2))).toEqual(['let a', 'let version = 2', null, null])
    vi.advanceTimersByTime(20 * DAY)
    const kept = [null, 'let version = 2', 'let version = 3', null]
    expect(await scripts(upgradeTo(3))).toEqual(kept)
    expect(await scripts(upgradeTo(2))).toEqual(kept)
    expect(readdirSync(join(dataDir, 'old-assets'))).not.toContain('boot-1.js')
  })

  test('are served without older ones if the data folder cannot be written to', async () => {
    writeFileSync(dataDir, 'a file in the place of the folder')
    expect(await scripts(openBuiltPages(dist, dataDir))).toEqual(['let a', null, null, null])
  })

  test('throw one sentence if the build is missing', () => {
    rmSync(join(dist, 'client'), { recursive: true })
    expect(() => openBuiltPages(dist, dataDir)).toThrow('The pages are not built yet: run `npm run build`.')
  })

  test('throw one sentence that names a missing entry', () => {
    write('client/.vite/manifest.json', '{}')
    expect(() => openBuiltPages(dist, dataDir)).toThrow(
      'The build lacks client/styles.css: run `npm run build` again.',
    )
  })
})
