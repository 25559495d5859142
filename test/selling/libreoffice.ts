import { execFile, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const hasLibreOffice = spawnSync('soffice', ['--version']).status === 0

/** A cell of a sheet: a number, or another value as null. */
type Cell = number | null

/** Opens the CSV files with these names of a folder in LibreOffice, and returns the cells of each, row by row. */
export async function openInLibreOffice<Name extends string>(
  folder: string,
  names: readonly Name[],
  options: string[] = [],
): Promise<Map<Name, Cell[][]>> {
  await promisify(execFile)('soffice', [
    '--headless',
    `-env:UserInstallation=file://${folder}/profile`,
    ...options,
    '--convert-to',
    'fods',
    '--outdir',
    folder,
    ...names.map((name) => join(folder, `${name}.csv`)),
  ])
  const sheets = names.map(async (name): Promise<[Name, Cell[][]]> => {
    const xml = await readFile(join(folder, `${name}.fods`), 'utf8')
    return [name, [...xml.matchAll(/<table:table-row.*?<\/table:table-row>/gs)].map(([row]) => cellsOf(row))]
  })
  return new Map(await Promise.all(sheets))
}

/** Equal cells beside each other are written once, with their number. */
function cellsOf(row: string): Cell[] {
  return [...row.matchAll(/<table:table-cell([^>]*)>/g)].flatMap(([, attributes = '']) => {
    const times = Number(/number-columns-repeated="(\d+)"/.exec(attributes)?.[1] ?? 1)
    const number = /office:value="([^"]*)"/.exec(attributes)?.[1]
    return Array<Cell>(Math.min(times, 20)).fill(number === undefined ? null : Number(number))
  })
}
