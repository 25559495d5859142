import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { inRoot } from '../../scripts/setup/place.mjs'

/** Gives the work an empty folder on the repository's own disk, where a flush is a real one, and takes it away after. */
export async function inScratchFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  mkdirSync(inRoot('node_modules', '.cache'), { recursive: true })
  const folder = mkdtempSync(inRoot('node_modules', '.cache', 'bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
