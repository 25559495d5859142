import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { inRoot } from '../../scripts/setup/place.mjs'
import type { Finding, Round } from './rounds.ts'

type Chunk = { file: string; imports?: string[]; isDynamicEntry?: boolean }
type Manifest = Record<string, Chunk>

const client = inRoot('dist', 'client')

/** The script of each built page, from its first byte to its being alive: everything that it imports, once. */
export function measureScript(): Finding[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(client, '.vite', 'manifest.json'), 'utf8'))
  const start = ['client/boot.ts', 'client/main.tsx']
  const pages = Object.keys(manifest).filter((name) => manifest[name]?.isDynamicEntry && name.endsWith('-page.tsx'))
  const parts: Record<string, string[]> = { 'boot.ts alone, before anybody does anything': ['client/boot.ts'], 'any page, without its own part': start }
  for (const page of pages) parts[page.replace(/^client\/|\.tsx$/g, '')] = [...start, page]
  return (['gzip', 'brotli'] as const).map((how) => ({
    title: `Script of a page, ${how}`,
    unit: 'kB',
    digits: 1,
    rounds: [Object.fromEntries(Object.entries(parts).map(([name, entries]) => [name, weigh(manifest, entries)[how] ?? 0]))],
  }))
}

function weigh(manifest: Manifest, entries: string[]): Round {
  const files = new Set<string>()
  for (const entry of entries) collect(manifest, entry, files)
  const scripts = [...files].map((file) => readFileSync(join(client, file)))
  const sum = (size: (script: Buffer) => number) => scripts.reduce((all, script) => all + size(script), 0) / 1000
  return { gzip: sum((script) => gzipSync(script).length), brotli: sum((script) => brotliCompressSync(script).length) }
}

function collect(manifest: Manifest, name: string, files: Set<string>): void {
  const chunk = manifest[name]
  if (!chunk || files.has(chunk.file)) return
  files.add(chunk.file)
  for (const imported of chunk.imports ?? []) collect(manifest, imported, files)
}
