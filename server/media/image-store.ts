import type { Readable } from 'node:stream'
import type { RenderedPicture } from './render-picture.ts'

/** A file of a stored picture. `size` is in bytes, and `read` returns the content. */
export type StoredFile = { size: number; read: () => Readable }

/** Stores rendered pictures. Every implementation passes the tests in `image-store.test.ts`. */
export type ImageStore = {
  /** The origin of the pictures' addresses, for the content security policy. Null if the shop serves them itself. */
  origin: string | null
  /** Stores a picture. Resolves with the address for the catalogue. A picture may be stored again. */
  save: (picture: RenderedPicture) => Promise<string>
  /**
   * Finds a file that the shop serves under `/images/`, or returns null. The name matches `IMAGE_FILE` of the contract.
   */
  find: (name: string) => Promise<StoredFile | null>
  /** Deletes all files of a picture that the shop serves. Does nothing if there are none. */
  delete: (id: string) => Promise<void>
}
