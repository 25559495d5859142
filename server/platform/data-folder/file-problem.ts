import { codeOf, isDiskFull, SQLITE } from '../database/database-errors.ts'

/**
 * Error codes of Node's file system and of SQLite, grouped by what the owner of the shop has to do about the error.
 */
const DENIED = new Set<unknown>([
  'EACCES',
  'EPERM',
  'EROFS',
  SQLITE.PERM,
  SQLITE.READONLY,
  SQLITE.CANTOPEN,
  SQLITE.AUTH,
])
const FAILING = new Set<unknown>(['EIO', SQLITE.IOERR])
const DAMAGED = new Set<unknown>([SQLITE.CORRUPT, SQLITE.NOTADB])

type File = {
  file: string
  /**
   * Advice for the owner of the shop if the content of the file is damaged. It follows a colon, as the end of a
   * sentence.
   */
  ifDamaged: string
}

/**
 * If the error is a known problem with the file, returns an error whose message names the file and says what to do.
 * Returns all other errors unchanged.
 */
export function fileProblem(error: unknown, { file, ifDamaged }: File): unknown {
  const sentence = isDiskFull(error)
    ? `There is no space left on the disk for ${file}. Free some, then start again.`
    : sentenceFor(codeOf(error), { file, ifDamaged })
  return sentence === null ? error : new Error(sentence, { cause: error })
}

/** Returns whether SQLite reported that the file is not a database, or that its pages are inconsistent. */
export function isDamage(error: unknown): boolean {
  return DAMAGED.has(codeOf(error))
}

function sentenceFor(code: unknown, { file, ifDamaged }: File): string | null {
  if (DENIED.has(code))
    return `${file} cannot be opened for writing. Check the owner and the rights of the file and of its folder, and that the disk is not mounted read-only.`
  if (FAILING.has(code))
    return `The disk failed while ${file} was used. Check the disk, and that it is not full.`
  if (DAMAGED.has(code)) return `${file} is damaged: ${ifDamaged}.`
  if (code === 'EISDIR') return `${file} is a folder, where a file should be. Move it away.`
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return `${file} cannot be used: a part of this path is a file, where a folder should be. Choose another DATA_DIR.`
  return null
}
