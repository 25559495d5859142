import { expect, test } from 'vitest'
import { renderMarkdown } from './markdown.ts'

test('renders headings, paragraphs, lists, links and tables', async () => {
  const html = await renderMarkdown(
    '# Returns\n\nWithin **14 days**.\n\n- whole beans\n- packets\n\n[Write](mailto:hello@hill.example) or [read](https://hill.example/a?b=c&d=e).\n\n| a | b |\n|---|---|\n| 1 | 2 |',
  )
  expect(html).toContain('<h2>Returns</h2>\n<p>Within <strong>14 days</strong>.</p>')
  expect(html).toContain('<li>whole beans</li>')
  expect(html).toContain('<a href="mailto:hello@hill.example">Write</a>')
  expect(html).toContain('<a href="https://hill.example/a?b=c&amp;d=e">read</a>')
  expect(html).toContain('<td>2</td>')
})

test('the columns of a table are aligned by classes, because pages must not have styles in attributes', async () => {
  const html = await renderMarkdown('| a | b | c | d |\n|:--|:-:|--:|---|\n| 1 | 2 | 3 | 4 |')
  expect(html).toContain('<th class="column-left" scope="col">a</th>')
  expect(html).toContain('<td class="column-center">2</td>')
  expect(html).toContain('<td class="column-right">3</td>')
  expect(html).toContain('<td>4</td>')
  expect(html).not.toContain('style')
})

test.each([
  ['the line of dashes is missing', '| a | b |\n| 1 | 2 |'],
  ['the line of dashes has too few columns', '| a | b |\n|---|\n| 1 | 2 |'],
  ['a phone has made long dashes of it', '| a | b |\n|—|–|\n| 1 | 2 |'],
  ['a paragraph stands right above', 'Prices:\n| a | b |\n| 1 | 2 |'],
  ['a list stands right above', '- x\n| a | b |\n|---|---|\n| 1 | 2 |'],
  ['it stands in a list', '- x\n  | a | b |\n  | 1 | 2 |'],
  ['a cell has a bar', '| a | b |\n| 1 \\| 1 | 2 |'],
])('a table is a table, with heads for its columns, if %s', async (_what, text) => {
  const html = await renderMarkdown(text)
  expect(html).toMatch(/<th scope="col">a<\/th>\n<th scope="col">b<\/th>[^]*<td>1.*<\/td>\n<td>2<\/td>/)
  expect(html.match(/<tr>/g)).toHaveLength(2)
  expect(html).not.toMatch(/[—–-]{1,}[|—–]|\|-/)
})

test('bars in code and in one line are no table', async () => {
  const html = await renderMarkdown(
    '```\n| a |\n| b |\n```\n\n    | a |\n    | b |\n\n| one line |\n\n||\n||',
  )
  expect(html).not.toContain('<table')
})

test('headings begin at h2 and end at h6', async () => {
  const html = await renderMarkdown('# 1\n\n## 2\n\n##### 5\n\n###### 6\n\nSetext\n===')
  expect(html.match(/<h\d>/g)).toEqual(['<h2>', '<h3>', '<h6>', '<h6>', '<h2>'])
  expect(html.match(/<\/h\d>/g)).toEqual(['</h2>', '</h3>', '</h6>', '</h6>', '</h2>'])
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'text <b onclick="alert(1)">bold</b>',
  '<!-- comment --><iframe src="https://evil.example"></iframe>',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](&#106;avascript:alert(1))',
  '[a](java\nscript:alert(1))',
  '[a](data:text/html;base64,PHNjcmlwdD4=)',
  '[a](vbscript:x)',
  '[a](//evil.example)',
  '[a](/api/auth/sign-out)',
  '[a][b]\n\n[b]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '![a](https://evil.example/pixel.png)',
  '![a](x" onerror="alert(1))',
  '[a](https://x.example "title" onclick="alert(1)")',
  '```"><script>alert(1)</script>\ncode\n```',
  '`<script>`',
  '[<script>](https://x.example)',
  '# <svg onload=alert(1)>',
  '| <script> |\n|---|\n| <img src=x> |',
])('hostile text %j stays text', async (text) => {
  const html = await renderMarkdown(text)
  const tags = [...html.matchAll(/<\/?([a-z0-9]+)([^>]*)>/gi)]
  for (const [tag, name = '', attributes = ''] of tags) {
    expect(tag).not.toMatch(/^<\/?(script|img|iframe|svg|b)\b/i)
    const allowed =
      name === 'a'
        ? /^( href="(https?:\/\/|mailto:)[^"]*"( title="[^"]*")?)?$/
        : /^( (class|scope|role|aria-label|tabindex)="[^"<>]*")*$/
    expect(attributes).toMatch(allowed)
  }
  expect(html.replaceAll(/<\/?[a-z][^>]*>/gi, '')).not.toMatch(/[<>]/)
})

test('a link with an allowed address that contains quotes cannot add an attribute', async () => {
  const html = await renderMarkdown('[a](https://x.example/"onmouseover="alert(1))')
  expect(html).not.toMatch(/ onmouseover=/)
})

test('a text of the greatest length with nested marks is rendered in time', async () => {
  const started = performance.now()
  await renderMarkdown('> '.repeat(5_000) + '[('.repeat(10_000) + '**a'.repeat(5_000))
  expect(performance.now() - started).toBeLessThan(5_000)
})
