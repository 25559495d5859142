import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openBuiltPages } from './built-pages.ts'

describe('built pages', () => {
  let dist: string
  beforeEach(() => {
    dist = mkdtempSync(join(tmpdir(), 'crema-test-'))
    const manifest = {
      'client/boot.ts': { file: 'assets/boot-1.js' },
      'client/styles.css': { file: 'assets/styles-1.css' },
      'client/assets/favicon.svg': { file: 'assets/favicon-1.svg' },
    }
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
  afterEach(() => rmSync(dist, { recursive: true }))

  function write(name: string, text: string): void {
    const file = join(dist, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }

  test('contain their style, which the policy allows by its hash', () => {
    const { head, policy } = openBuiltPages(dist)
    const hash = createHash('sha256').update('a{color:red}').digest('base64')
    expect(head).toContain('<style>a{color:red}</style>')
    expect(policy).toEqual({ style: [`'sha256-${hash}'`] })
  })

  test('refer to the script by its built name, and contain the icon of the demo shop', () => {
    const { demoIcon, scripts } = openBuiltPages(dist)
    expect(scripts).toBe('<script type="module" src="/assets/boot-1.js"></script>')
    expect(demoIcon).toBe('<svg/>')
  })

  test('are rendered by the built renderer', async () => {
    const renderer = await openBuiltPages(dist).renderer()
    expect(renderer.pageKey('/x')).toBe('/x')
  })

  test('load the renderer again after a failed try', async () => {
    rmSync(join(dist, 'server-render.js'))
    const { renderer } = openBuiltPages(dist)
    await expect(renderer()).rejects.toThrow('server-render.js')
    write('server-render.js', 'export const pageKey = () => "there again"')
    expect((await renderer()).pageKey('/')).toBe('there again')
  })

  test('serve the built files and no others', async () => {
    const { asset } = openBuiltPages(dist)
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

  test('throw one sentence if the build is missing', () => {
    rmSync(join(dist, 'client'), { recursive: true })
    expect(() => openBuiltPages(dist)).toThrow('The pages are not built yet: run `npm run build`.')
  })

  test('throw one sentence that names a missing entry', () => {
    write('client/.vite/manifest.json', '{}')
    expect(() => openBuiltPages(dist)).toThrow(
      'The build lacks client/styles.css: run `npm run build` again.',
    )
  })
})
