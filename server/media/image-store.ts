import type { Readable } from 'node:stream'
import type { RenderedPicture } from './render-picture.ts'

/** A stored file of a picture; `size` is in bytes. `read` returns its content. */
export type StoredFile = { size: number; read: () => Readable }

/** Stores rendered pictures. Every implementation passes the tests in `image-store.test.ts`. */
export type ImageStore = {
  /** The origin that pictures are loaded from if it is not the shop's own, for the content security policy. */
  origin: string | null
  /** Stores a picture. Resolves with the address that the catalogue shows. Storing it again is allowed. */
  save: (picture: RenderedPicture) => Promise<string>
  /** Finds a file that the shop serves under `/images/`, or returns null. The name fits `IMAGE_FILE` of the contract. */
  find: (name: string) => Promise<StoredFile | null>
  /** Deletes all files of a picture that the shop serves. Does nothing if there are none. */
  delete: (id: string) => Promise<void>
}
