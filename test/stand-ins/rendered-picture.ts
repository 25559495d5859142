import type { RenderedPicture } from '#server/media/render-picture.ts'

/** A picture as it is stored. The content of each file is its format and width. */
export const renderedPicture: RenderedPicture = {
  id: '0123456789abcdef-aabbcc',
  files: [240, 480, 800, 1200].flatMap((width) =>
    ['avif', 'webp'].map((kind) => ({
      name: `0123456789abcdef-aabbcc-${width}.${kind}`,
      bytes: Buffer.from(`${kind} ${width}`),
    })),
  ),
}
