import { describe, expect, test } from 'vitest'
import { castsWithoutReason, tooManyCasts } from './casts.ts'
import {
  foldersTooDeep,
  foldersTooFull,
  migrationNumbers,
  namesThatSayNothing,
  testsAlone,
} from './layout.ts'
import { classesWithTwoMeanings } from './styles.ts'
import {
  documentsTooLong,
  licencesWithoutName,
  lockWithHoles,
  oddSpellingsElsewhere,
  placesOfThisMachine,
} from './words.ts'

function files(...paths: string[]) {
  return paths.map((path) => ({ path, text: '' }))
}

function file(path: string, text: string) {
  return [{ path, text }]
}

describe('layout', () => {
  test('a name that does not describe its content is refused for files, for folders and as a part of a name', () => {
    expect(
      namesThatSayNothing(files('server/orders/utils.ts', 'client/helpers/a.ts', 'server/order-service.ts')),
    ).toHaveLength(3)
    expect(namesThatSayNothing(files('server/orders/pay-item.ts', 'client/indexed-list.ts'))).toEqual([])
  })

  test('a file is at most two folders below its tree', () => {
    expect(foldersTooDeep(files('server/a/b/c/d.ts'))).toEqual([
      'server/a/b/c/d.ts: 3 folders below server, at most 2',
    ])
    expect(foldersTooDeep(files('server/a/b/c.ts', 'vite.config.ts'))).toEqual([])
  })

  test('code outside the known trees is refused', () => {
    expect(foldersTooDeep(files('src/a.ts'))).toEqual(['src/a.ts: in no known tree'])
  })

  test('a folder has at most eighteen files, not counting tests', () => {
    const many = Array.from({ length: 19 }, (_, at) => `client/orders/a${at}.ts`)
    expect(foldersTooFull(files(...many))).toEqual(['client/orders: 19 files, at most 18'])
    expect(foldersTooFull(files(...many.slice(1), 'client/orders/a1.test.ts'))).toEqual([])
  })

  test('a test without its module beside it is refused', () => {
    expect(testsAlone(files('server/orders/pay.test.ts'))).toEqual([
      'server/orders/pay.test.ts: no code beside it',
    ])
    expect(testsAlone(files('server/orders/pay.test.ts', 'server/orders/pay.ts'))).toEqual([])
  })

  test('migrations are numbered without gaps and duplicates', () => {
    expect(migrationNumbers(files('db/migrations/0001_a.sql', 'db/migrations/0003_b.sql'))).toHaveLength(1)
    expect(migrationNumbers(files('db/migrations/0001_a.sql', 'db/migrations/0001_b.sql'))).toHaveLength(1)
    const dialects = [
      'db/migrations/0001_a.sql',
      'db/migrations/0002_b.postgres.sql',
      'db/migrations/0002_b.sqlite.sql',
    ]
    expect(migrationNumbers(files(...dialects))).toEqual([])
  })
})

describe('words', () => {
  test("the specification's odd spellings are refused outside the files for them", () => {
    const text = "const done = 'Order Delete Succwssfully'"
    expect(oddSpellingsElsewhere(file('client/orders/cart-page.tsx', text))).toHaveLength(1)
    expect(oddSpellingsElsewhere(file('client/orders/texts.ts', text))).toEqual([])
  })

  test('the path of this working copy and the hosts of registries are refused', () => {
    const rule = placesOfThisMachine('/place/of/copy')
    const registry = ['registry', 'example', 'org'].join('.')
    expect(rule(file('a.ts', 'x\nsee /place/of/other'))).toEqual([
      'a.ts:2: names a folder of this machine or a package registry',
    ])
    expect(rule(file('docs/a.md', `from ${registry}`))).toHaveLength(1)
    expect(
      rule(file('package-lock.json', JSON.stringify({ resolved: 'https://a.example/a.tgz' }, null, 2))),
    ).toHaveLength(1)
    expect(rule(file('a.ts', 'the place of a copy'))).toEqual([])
  })

  test('documents with too many lines are refused', () => {
    expect(documentsTooLong(file('README.md', 'a line\n'.repeat(81)))).toEqual([
      'README.md: 81 lines, at most 80',
    ])
    expect(documentsTooLong(file('README.md', 'a line\n'.repeat(80)))).toEqual([])
  })

  const integrity = 'sha512-AAAA'

  test('a lock without the bindings for other systems is refused', () => {
    const sass = {
      version: '1.0.0',
      integrity,
      optionalDependencies: { 'sass-linux': '1.0.0', 'sass-darwin': '1.0.0' },
    }
    const packages = {
      'node_modules/sass': sass,
      'node_modules/sass/node_modules/sass-linux': { version: '1.0.0', integrity },
    }
    const breaches = lockWithHoles(file('package-lock.json', JSON.stringify({ packages })))
    expect(breaches).toEqual(['package-lock.json: lacks sass-darwin (run node scripts/complete-lock.ts)'])
  })

  test('a locked package without integrity is refused, also one in the archive of another', () => {
    const packages = {
      '': { version: '0.1.0' },
      'node_modules/sass': { version: '1.0.0', integrity },
      'node_modules/sass/node_modules/@sass/linux': { version: '1.0.1' },
      'node_modules/sass/node_modules/bundled': { version: '1.0.2', inBundle: true },
    }
    const breaches = lockWithHoles(file('package-lock.json', JSON.stringify({ packages })))
    expect(breaches).toEqual([
      'package-lock.json: has no integrity for @sass/linux 1.0.1 (run node scripts/complete-lock.ts)',
      'package-lock.json: has no integrity for bundled 1.0.2 (run node scripts/complete-lock.ts)',
    ])
  })
})

test('a licence with conditions that the document about third parties does not name is refused', () => {
  const packages = {
    'node_modules/sass': { license: 'MIT' },
    'node_modules/@img/sass': { license: 'Apache-2.0 AND LGPL-3.0-or-later' },
    'node_modules/css': { license: '(MIT OR MPL-2.0)' },
  }
  const lock = file('package-lock.json', JSON.stringify({ packages }))
  expect(licencesWithoutName([...lock, ...file('docs/third-party.md', 'css: MPL-2.0')])).toEqual([
    'docs/third-party.md: does not name the packages with the licence LGPL-3.0-or-later',
  ])
})

test('a class is refused that has a rule in the stylesheet of a page and another one elsewhere', () => {
  const shared = { path: 'client/styles.css', text: "@import './ui/panel.css';\n" }
  const panel = { path: 'client/ui/panel.css', text: '.panel {\n}\n' }
  const page = { path: 'client/desk/desk.css', text: '@layer shop {\n  .desk {\n  }\n}\n' }
  const breaches = (text: string) =>
    classesWithTwoMeanings([shared, panel, page, { path: 'client/frame.css', text: `  ${text} {\n  }\n` }])
  for (const text of ['.desk', '.desk:hover', '.frame.desk', '  &.desk'])
    expect(breaches(text)).toContain('client/desk/desk.css: .desk has a rule in client/frame.css, too')
  for (const text of ['.frame .desk', '.desk > .frame', '.frame.panel']) expect(breaches(text)).toEqual([])
})

describe('casts', () => {
  test('a cast without a reason is refused, and its line is named', () => {
    const text =
      "/** Ä docstring. */\n\nconst tall = 'ü'\nconst a = 1\nconst b = 2\n\nconst c = tall as Tall\n"
    expect(castsWithoutReason(file('server/a.ts', text))).toEqual([
      'server/a.ts:7: a cast without a comment that gives its reason',
    ])
  })

  test('the reason may be on the same line or above it', () => {
    expect(castsWithoutReason(file('server/a.ts', 'const a = b as C // b is checked'))).toEqual([])
    expect(castsWithoutReason(file('server/a.ts', '// b is checked\nconst a = b as C'))).toEqual([])
  })

  test('`as const`, `satisfies`, `import as` and tests are not casts', () => {
    const text = "import { a as b } from './c.ts'\nconst d = [b] as const satisfies unknown[]\n"
    expect(castsWithoutReason(file('server/a.ts', text))).toEqual([])
    expect(castsWithoutReason(file('server/a.test.ts', 'const a = b as C'))).toEqual([])
  })

  test('at most one file in ten may contain casts', () => {
    const casting = files('server/a.ts', 'server/b.ts').map((source) => ({
      ...source,
      text: 'const a = b as C',
    }))
    expect(tooManyCasts([...casting, ...files('server/c.ts')])).toHaveLength(1)
    expect(tooManyCasts([...casting.slice(1), ...files('server/c.ts')])).toEqual([])
  })
})
