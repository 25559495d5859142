/**
 * The files of the pictures that the shop itself stores, under names that match `IMAGE_FILE`. The demo shop and
 * `npm run move-pictures` copy files with it.
 */
export type PictureFiles = {
  /** Lists the names of all files. It reads one page at a time if the store has pages. */
  names: () => AsyncIterable<string>
  /** Returns the content of a file, or null if there is no file with this name. */
  read: (name: string) => Promise<Buffer | null>
  /** Writes a file. A file with this name is replaced. */
  write: (name: string, bytes: Buffer) => Promise<void>
}
