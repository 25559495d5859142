import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '#contract/errors.ts'
import { IMAGE_FILE } from '#contract/values/images.ts'
import { MAX_UPLOAD_BYTES, UPLOAD_FIELD, UPLOAD_PATH } from '#contract/media.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { admitted } from '#server/platform/http/gate.ts'
import { sendProblem } from '#server/platform/http/errors.ts'
import { readForm } from '#server/platform/http/read-form.ts'
import type { ImageStore } from './image-store.ts'
import { storePicture } from './store-picture.ts'
import type { Media } from './store-picture.ts'

/**
 * The maximum number of uploads, of up to 5 MB each, that are in memory: in all, and for one user, so that one user
 * cannot take all slots. An upload counts from the time when it is read until its picture is stored.
 */
const UPLOAD_SLOTS = { inAll: 6, perPerson: 2 }

export function mediaRoutes(setup: CallsSetup, media: Media): void {
  servePictures(setup.app, media.store)
  const slots = new UploadSlots()
  setup.app.register(async (scope) => {
    // Only multipart forms are accepted. Fastify's other parsers would read the body into memory before the upload has
    // taken a slot (`UploadSlots`).
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, { limits: { files: 1, fields: 2, fileSize: MAX_UPLOAD_BYTES } })
    const bodyLimit = MAX_UPLOAD_BYTES + 64 * 1024
    scope.post(
      `/api${UPLOAD_PATH}`,
      { bodyLimit, onRequest: admitted(setup, { access: 'admin', limit: 'write' }) },
      async (request, reply) => {
        const { caller } = request
        // The body has not been read yet, so an upload that is refused here uses no memory.
        if (!caller || !slots.take(caller.userId)) return sendProblem(reply, new Problem('busy'))
        try {
          const upload = await readForm(readUpload(request))
          const address = upload ? await storePicture(media, caller, upload) : new Problem('not-a-picture')
          if (address instanceof Problem) return sendProblem(reply, address)
          return reply.send({ status: 200, data: { url: address } })
        } finally {
          slots.release(caller.userId)
        }
      },
    )
  })
}

/** Limits how many uploads are in memory at the same time. An upload must take a slot before its body is read. */
export class UploadSlots {
  /** Has one element for each taken slot: the id of the user who holds it. */
  readonly #taken: string[] = []

  /** Takes a slot for a user. Returns false if no slot is free. The caller must release a slot that it has taken. */
  take(person: string): boolean {
    const own = this.#taken.filter((holder) => holder === person)
    if (this.#taken.length >= UPLOAD_SLOTS.inAll || own.length >= UPLOAD_SLOTS.perPerson) return false
    this.#taken.push(person)
    return true
  }

  release(person: string): void {
    this.#taken.splice(this.#taken.indexOf(person), 1)
  }
}

/**
 * Returns the file in the form's upload field, or null if there is none. The limit for the multipart parser above
 * refuses a second file.
 */
async function readUpload(request: FastifyRequest): Promise<Buffer | null> {
  let upload: Buffer | null = null
  for await (const file of request.files()) {
    const bytes = await file.toBuffer()
    upload = file.fieldname === UPLOAD_FIELD ? bytes : null
  }
  return upload
}

/**
 * Adds the route that serves stored pictures. The names of the files contain a hash of the content, so browsers may
 * cache them for ever, and the name itself is the `ETag`.
 */
function servePictures(app: FastifyInstance, store: ImageStore): void {
  app.get<{ Params: { file: string } }>('/images/:file', async (request, reply) => {
    const name = request.params.file
    const [, , , , format] = IMAGE_FILE.exec(name) ?? []
    if (!format) return sendProblem(reply, new Problem('not-found'))
    const headers = { 'etag': `"${name}"`, 'cache-control': 'public, max-age=31536000, immutable' }
    // The content under a name never changes, so the store need not be asked.
    if (request.headers['if-none-match']?.includes(headers.etag))
      return reply.code(304).headers(headers).send()
    const file = await store.find(name)
    if (!file) return sendProblem(reply, new Problem('not-found'))
    reply.headers({ ...headers, 'content-type': `image/${format}`, 'content-length': file.size })
    return reply.send(file.read())
  })
}
