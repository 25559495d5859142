import multipart from '@fastify/multipart'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '#contract/errors.ts'
import { IMAGE_FILE } from '#contract/values/images.ts'
import { MOST_UPLOAD_BYTES, UPLOAD_FIELD, UPLOAD_PATH } from '#contract/media.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { admitted } from '#server/platform/http/gate.ts'
import { sendProblem } from '#server/platform/http/errors.ts'
import { readForm } from '#server/platform/http/read-form.ts'
import { keepPicture } from './keep-picture.ts'
import type { Media } from './keep-picture.ts'
import { Places } from './places.ts'

/** Uploads that are read or wait for their turn to be rendered, 5 MB each. */
const MOST_UPLOADS = { inAll: 6, ofOne: 2 }

export function mediaRoutes(setup: CallsSetup, media: Media, folder: string): void {
  servePictures(setup.app, folder)
  const places = new Places(MOST_UPLOADS)
  setup.app.register(async (scope) => {
    // Only forms: any other body would be read before it has a place.
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, { limits: { files: 1, fields: 2, fileSize: MOST_UPLOAD_BYTES } })
    const bodyLimit = MOST_UPLOAD_BYTES + 64 * 1024
    scope.post(
      `/api${UPLOAD_PATH}`,
      { bodyLimit, onRequest: admitted(setup, { access: 'admin', limit: 'write' }) },
      async (request, reply) => {
        const { caller } = request
        // Nothing of the body has been read yet, so an upload without a place takes no memory.
        if (!caller || !places.take(caller.userId)) return sendProblem(reply, new Problem('busy'))
        try {
          const upload = await readForm(readUpload(request))
          const address = upload ? await keepPicture(media, caller, upload) : new Problem('not-a-picture')
          if (address instanceof Problem) return sendProblem(reply, address)
          return reply.send({ status: 200, data: { url: address } })
        } finally {
          places.giveBack(caller.userId)
        }
      },
    )
  })
}

/** The one file in the form's field for it; a second file is refused by the limit above. */
async function readUpload(request: FastifyRequest): Promise<Buffer | null> {
  let upload: Buffer | null = null
  for await (const file of request.files()) {
    const bytes = await file.toBuffer()
    upload = file.fieldname === UPLOAD_FIELD ? bytes : null
  }
  return upload
}

/** Pictures of the shop's own store. Their names say what is in them, so a browser may keep them for ever. */
function servePictures(app: FastifyInstance, folder: string): void {
  app.get<{ Params: { file: string } }>('/images/:file', async (request, reply) => {
    const [, , , , format] = IMAGE_FILE.exec(request.params.file) ?? []
    const path = join(folder, request.params.file)
    const size = format ? await sizeOf(path) : null
    if (size === null) return sendProblem(reply, new Problem('not-found'))
    reply.headers({
      'content-type': `image/${format}`,
      'content-length': size,
      'cache-control': 'public, max-age=31536000, immutable',
    })
    return reply.send(createReadStream(path))
  })
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    const { size } = await stat(path)
    return size
  } catch {
    return null
  }
}
