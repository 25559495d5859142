import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { IMAGE_FORMATS, IMAGE_WIDTHS, imageAddress } from '#contract/values/images.ts'
import type { RenderedPicture } from './render-picture.ts'

/** Where pictures are kept. `keep` answers the address that the catalogue shows. */
export type ImageStore = {
  /** The origin that pictures come from, when it is not ours; for the content security policy. */
  origin: string | null
  keep: (picture: RenderedPicture) => Promise<string>
  drop: (id: string) => Promise<void>
}

/** Pictures as files of a folder. A file is there whole or not at all. */
export function diskStore(folder: string): ImageStore {
  return {
    origin: null,
    keep: async ({ id, files }) => {
      await mkdir(folder, { recursive: true })
      await Promise.all(
        files.map(async ({ name, bytes }) => {
          await writeFile(join(folder, `${name}.new`), bytes, { flush: true })
          await rename(join(folder, `${name}.new`), join(folder, name))
        }),
      )
      return imageAddress(id)
    },
    drop: async (id) => {
      const names = IMAGE_WIDTHS.flatMap((width) => IMAGE_FORMATS.map((format) => `${id}-${width}.${format}`))
      await Promise.all(names.map((name) => rm(join(folder, name), { force: true })))
    },
  }
}

type ImgbbAnswer = { status?: number; data?: { url?: string } }

/** Pictures at imgBB (https://api.imgbb.com): the largest WebP is handed on; the key stays on the server. */
export function imgbbStore({ key, endpoint }: { key: string; endpoint: string }): ImageStore {
  return {
    origin: 'https://i.ibb.co',
    keep: async ({ id, files }) => {
      const largest = files.findLast(({ name }) => name.endsWith('.webp'))
      if (!largest) throw new Error('A rendered picture has no WebP.')
      const form = new FormData()
      form.append('image', new Blob([new Uint8Array(largest.bytes)], { type: 'image/webp' }), `${id}.webp`)
      const response = await fetch(`${endpoint}?key=${encodeURIComponent(key)}`, {
        method: 'POST',
        ...(await inBytes(form)),
        signal: AbortSignal.timeout(30_000),
      })
      // The shape is of imgBB's documentation; what is read of it is checked below.
      const answer = (await response.json()) as ImgbbAnswer
      if (answer.status !== 200 || !answer.data?.url?.startsWith('https://'))
        throw new Error(`imgBB refused the picture: ${response.status}`)
      return answer.data.url
    },
    // imgBB has no call to delete what was uploaded with a key.
    drop: async () => undefined,
  }
}

/** A form as finished bytes: one that is still being streamed when time is up fails where nobody can catch it. */
async function inBytes(form: FormData): Promise<{ body: ArrayBuffer; headers: Record<string, string> }> {
  const made = new Response(form)
  return {
    body: await made.arrayBuffer(),
    headers: { 'content-type': made.headers.get('content-type') ?? '' },
  }
}
