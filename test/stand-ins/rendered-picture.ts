import type { RenderedPicture } from '#server/media/render-picture.ts'

/**
 * A rendered picture in all formats and widths, as the shop stores it. Instead of pixels, each file contains the name
 * of its format and its width.
 */
export const renderedPicture: RenderedPicture = {
  id: '0123456789abcdef-aabbcc',
  files: [240, 480, 800, 1200].flatMap((width) =>
    ['avif', 'webp'].map((kind) => ({
      name: `0123456789abcdef-aabbcc-${width}.${kind}`,
      bytes: Buffer.from(`${kind} ${width}`),
    })),
  ),
}
