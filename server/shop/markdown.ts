import type MarkdownIt from 'markdown-it'
import type { StateBlock } from 'markdown-it'
import { loadOnce } from '#server/platform/load-once.ts'

/** The page has its title as the only `h1`, so the headings of a text begin with `h2`. */
const HEADING_SHIFT = 1

/** The library is loaded when the first text is rendered. Most requests need no text. */
const renderer = loadOnce(createRenderer)

/**
 * Renders Markdown (CommonMark, with tables) as HTML. HTML in the text is shown as text. Links may only lead to
 * `http:`, `https:` and `mailto:` URLs, and pictures are not supported: a link or a picture that is not allowed is shown
 * as it was written.
 */
export async function renderMarkdown(text: string): Promise<string> {
  return (await renderer()).render(text)
}

async function createRenderer() {
  const { default: Renderer } = await import('markdown-it')
  const markdown = new Renderer({ html: false, linkify: false, typographer: false }).disable('image')
  markdown.validateLink = isAllowedLink
  markdown.core.ruler.push('shift-headings', ({ tokens }) => {
    for (const token of tokens) {
      if (token.type === 'heading_open' || token.type === 'heading_close') token.tag = shifted(token.tag)
    }
  })
  setUpTables(markdown)
  return markdown
}

function isAllowedLink(url: string): boolean {
  return /^(https?:\/\/|mailto:)/i.test(url)
}

/** Returns the tag of the next lower heading: `h2` for `h1`. There is no heading below `h6`. */
function shifted(tag: string): string {
  return `h${Math.min(6, Number(tag.slice(1)) + HEADING_SHIFT)}`
}

/** Where the element around a table begins and ends. Keyboards scroll it, and screen readers announce it, too. */
const BOX = {
  open: '<div class="table-box" role="group" aria-label="Table" tabindex="0">\n',
  close: '</div>\n',
}

/**
 * Changes how tables are read and rendered. Header cells get `scope="col"`. Each table is in a box that
 * scrolls when the table is wider than the screen. Columns are aligned by classes, because the Content Security Policy
 * forbids the attribute `style`, which the library writes.
 */
function setUpTables(markdown: MarkdownIt): void {
  markdown.core.ruler.push('table-attributes', ({ tokens }) => {
    for (const token of tokens) {
      const style = token.attrGet('style')
      if (style !== null) token.attrs = [['class', style.replace('text-align:', 'column-')]]
      if (token.type === 'th_open') token.attrSet('scope', 'col')
    }
  })
  markdown.renderer.rules['table_open'] = () => `${BOX.open}<table>\n`
  markdown.renderer.rules['table_close'] = () => `</table>\n${BOX.close}`
  markdown.block.ruler.before('paragraph', 'mended-table', readMendedTable, {
    alt: ['paragraph', 'reference'],
  })
}

/**
 * Reads lines that begin and end with a bar as a table, although the line of dashes below the head is missing, has
 * too few or too many columns, or has the long dashes that a phone puts in place of `---`. Markdown would show all
 * bars as text. Such lines also end a list above them: `silent` is true when the library asks whether they end a
 * paragraph.
 */
function readMendedTable(
  state: StateBlock,
  ...[start, end, silent]: [start: number, end: number, silent: boolean]
): boolean {
  const [head = '', second, ...rest] = barLines(state, {
    start,
    end,
    minIndent: silent ? Number.NEGATIVE_INFINITY : 0,
  })
  if (second === undefined || state.env.isMended) return false
  if (silent) return true
  const columns = head.match(/(?<!\\)\|/g)?.length ?? 0
  const dashes = `|${'---|'.repeat(columns - 1)}`
  const body = /^\|[\s|:–—-]+$/.test(second) ? rest : [second, ...rest]
  const text = [head, dashes, ...body].join('\n')
  state.md.block.parse(text, state.md, { ...state.env, isMended: true }, state.tokens)
  state.line = start + 2 + rest.length
  return true
}

type Lines = { start: number; end: number; minIndent: number }

/** Returns the lines from `start` on that begin and end with a bar. Lines that are indented like code are none. */
function barLines(state: StateBlock, { start, end, minIndent }: Lines): string[] {
  const lines: string[] = []
  for (let at = start; at < end; at++) {
    const indent = (state.sCount[at] ?? 0) - state.blkIndent
    const line = state.src.slice((state.bMarks[at] ?? 0) + (state.tShift[at] ?? 0), state.eMarks[at]).trim()
    if (indent < minIndent || indent > 3 || !/^\|.*[^\\|].*\|$/.test(line)) break
    lines.push(line)
  }
  return lines
}
