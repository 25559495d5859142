import type { ImageStore } from './image-store.ts'

/**
 * The settings for imgBB (an image hosting service). `local` contains the pictures that the shop itself serves: those
 * of the demo shop, and those that were uploaded before imgBB was set up.
 */
export type ImgbbSetup = { key: string; endpoint: string; local: ImageStore }

type ImgbbAnswer = { status?: number; data?: { url?: string } }

/**
 * Returns a store that uploads the largest WebP file of a picture to imgBB (https://api.imgbb.com). The API key never
 * reaches a browser.
 */
export function imgbbStore({ key, endpoint, local }: ImgbbSetup): ImageStore {
  return {
    origin: 'https://i.ibb.co',
    publicUrl: null,
    save: async ({ id, files }) => {
      const largest = files.findLast(({ name }) => name.endsWith('.webp'))
      if (!largest) throw new Error('A rendered picture has no WebP.')
      const form = new FormData()
      form.append('image', new Blob([new Uint8Array(largest.bytes)], { type: 'image/webp' }), `${id}.webp`)
      const response = await fetch(`${endpoint}?key=${encodeURIComponent(key)}`, {
        method: 'POST',
        ...(await encoded(form)),
        signal: AbortSignal.timeout(30_000),
      })
      // The cast is to the type that imgBB documents. The fields that are read are checked below.
      const answer = (await response.json()) as ImgbbAnswer
      if (answer.status !== 200 || !answer.data?.url?.startsWith('https://'))
        throw new Error(`imgBB refused the picture: ${response.status}`)
      return answer.data.url
    },
    find: (name) => local.find(name),
    // imgBB's API cannot delete an upload, so only files that the shop itself serves are deleted.
    delete: (id) => local.delete(id),
  }
}

/**
 * Encodes a form as one buffer in memory. If `fetch` streamed the form instead, a timeout would cause an error that
 * cannot be caught.
 */
async function encoded(form: FormData): Promise<{ body: ArrayBuffer; headers: Record<string, string> }> {
  const response = new Response(form)
  return {
    body: await response.arrayBuffer(),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  }
}
