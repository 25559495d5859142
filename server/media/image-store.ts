import type { Readable } from 'node:stream'
import { Problem } from '#contract/errors.ts'
import { ServiceFailed } from '#server/platform/http/errors.ts'
import type { RenderedPicture } from './render-picture.ts'

/** A file of a stored picture. `size` is in bytes, and `read` opens a stream of the content. */
export type StoredFile = { size: number; read: () => Readable }

/**
 * Stores pictures after they have been rendered. All implementations must pass the tests in `image-store.test.ts`.
 */
export type ImageStore = {
  /**
   * The origin of the pictures' URLs, which the content security policy allows. Null if the shop itself serves the
   * pictures.
   */
  origin: string | null
  /**
   * The address, without a slash at the end, below which browsers load the files that the catalogue refers to with
   * `/images/…`. Null if browsers load them from the shop. The shop serves `/images/…` in both cases.
   */
  publicUrl: string | null
  /**
   * Stores a picture. Resolves with the URL under which the catalogue refers to it. A picture that is already stored
   * may be stored again. Throws `StoreUnavailable` if the store cannot be reached.
   */
  save: (picture: RenderedPicture) => Promise<string>
  /**
   * Returns the file that the shop serves under `/images/` with this name, or null if there is none. The caller has
   * checked that the name matches `IMAGE_FILE`. Throws `StoreUnavailable` if the store cannot be reached.
   */
  find: (name: string) => Promise<StoredFile | null>
  /**
   * Deletes the files of this picture that the shop itself serves, if there are any. Throws `StoreUnavailable` if the
   * store cannot be reached.
   */
  delete: (id: string) => Promise<void>
}

/** Writes a file of a picture that the shop itself stores. A file with this name is replaced. */
export type PictureWriter = (name: string, bytes: Buffer) => Promise<void>

/**
 * Thrown if the store of the pictures cannot be reached, or refuses a request. The message tells the owner of the shop
 * the reason in one sentence. It contains no key.
 */
export class StoreUnavailable extends ServiceFailed {
  constructor(message: string) {
    super(new Problem('pictures-unavailable'), message)
  }
}

/**
 * Thrown if the store has refused a request about one file. Other files may be available. AWS refuses with 403 to load a
 * file that does not exist if the key may not list the bucket.
 */
export class StoreRefused extends StoreUnavailable {}
