import { parseSync } from '@swc/core'
import { isCode, isTest } from '../sources.ts'
import type { Rule, Source } from '../sources.ts'

/** At most one in this many files may contain type casts. */
const FILES_PER_CAST = 10
/** A comment with the reason for a type cast may stand at most this many lines above the cast. */
const REACH = 3

/**
 * Finds type casts without a comment that gives the reason. A reason is required, because a cast turns off a check of
 * the compiler.
 */
export const castsWithoutReason: Rule = (sources) =>
  sources.filter(isOurs).flatMap((source) =>
    castLines(source)
      .filter((line) => !hasReason(source, line))
      .map((line) => `${source.path}:${line}: a cast without a comment that gives its reason`),
  )

export const tooManyCasts: Rule = (sources) => {
  const ours = sources.filter(isOurs)
  const casting = ours.filter((source) => castLines(source).length > 0)
  if (casting.length <= Math.max(1, ours.length / FILES_PER_CAST)) return []
  return [
    `${casting.length} of ${ours.length} files cast, at most 1 in ${FILES_PER_CAST}: ${casting.map(({ path }) => path).join(', ')}`,
  ]
}

function isOurs(source: Source): boolean {
  return isCode(source) && !isTest(source) && !source.path.endsWith('.mjs')
}

/**
 * Returns the numbers of the lines (from 1) that contain a type cast: `x as T` or `<T>x`. `as const` and `satisfies`
 * are not casts.
 */
function castLines({ path, text }: Source): number[] {
  if (!/ as |<\w+>\w/.test(text)) return []
  const bytes = Buffer.from(text)
  const module = parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x'), target: 'esnext' })
  const start = module.span.start - leadingBytes(text)
  const lines = castsIn(module).map(
    (end) =>
      bytes
        .subarray(0, end - start)
        .toString()
        .split('\n').length,
  )
  return [...new Set(lines)]
}

type Node = { type?: unknown; span?: { end: number } }

/**
 * Returns the end of each type cast as a byte offset. The parser does not count from 0 in each file: it continues to
 * count where it stopped in the last file that it parsed.
 */
function castsIn(node: Node): number[] {
  const own =
    (node.type === 'TsAsExpression' || node.type === 'TsTypeAssertion') && node.span ? [node.span.end] : []
  const parts = Object.values(node).flatMap((part: unknown) => (Array.isArray(part) ? part : [part]))
  return [...own, ...parts.filter(isNode).flatMap(castsIn)]
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}

/** Returns the number of bytes before the first token of a file. The span of the parsed module begins at that token. */
function leadingBytes(text: string): number {
  const lead = /^(\s|\/\/.*|\/\*[^]*?\*\/|#!.*)*/.exec(text)?.[0] ?? ''
  return Buffer.byteLength(lead)
}

function hasReason({ text }: Source, line: number): boolean {
  const near = text.split('\n').slice(Math.max(0, line - 1 - REACH), line)
  return near.some((words) => /\/\/|\/\*|^\s*\*/.test(words))
}
