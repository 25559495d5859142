import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Problem } from '#contract/errors.ts'
import { IMAGE_FILE } from '#contract/images.ts'
import { sendProblem } from '#server/platform/http/errors.ts'

/** Pictures of the shop's own store. Their names say what is in them, so a browser may keep them for ever. */
export function mediaRoutes(app: FastifyInstance, folder: string): void {
  app.get<{ Params: { file: string } }>('/images/:file', async (request, reply) => {
    const [, , , , format] = IMAGE_FILE.exec(request.params.file) ?? []
    const path = join(folder, request.params.file)
    const size = format ? await sizeOf(path) : null
    if (size === null) return sendProblem(reply, new Problem('not-found'))
    reply.headers({ 'content-type': `image/${format}`, 'content-length': size, 'cache-control': 'public, max-age=31536000, immutable' })
    return reply.send(request.method === 'HEAD' ? undefined : createReadStream(path))
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
