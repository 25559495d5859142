import { loadOnce } from '#server/platform/load-once.ts'
import { setUpTables } from './markdown-tables.ts'

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
  const { default: MarkdownIt } = await import('markdown-it')
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false }).disable('image')
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
