/** Width and height in pixels. */
export type Size = { width: number; height: number }

/** A part of a picture, in pixels of the picture. */
export type Area = Size & { x: number; y: number }

/** Decodes a picture and applies its EXIF orientation. Rejects if the browser cannot read it. */
export function decode(file: Blob): Promise<ImageBitmap> {
  return createImageBitmap(file, { imageOrientation: 'from-image' })
}

/** Returns the largest square in the middle of a picture. */
export function middleSquare({ width, height }: Size): Area {
  const side = Math.min(width, height)
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), width: side, height: side }
}

/** Draws a part of a picture. A side longer than `most` pixels is scaled down to that. */
export function draw(picture: ImageBitmap, area: Area, most: number): OffscreenCanvas {
  const { width, height } = within(area, most)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw pictures')
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, width, height)
  return canvas
}

/**
 * Encodes a canvas as WebP. Browsers that cannot encode WebP, such as Safari, return a far larger PNG. For them the
 * picture is encoded as JPEG, with white in place of transparent parts.
 */
export async function encode(canvas: OffscreenCanvas, quality: number): Promise<Blob> {
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality })
  if (webp.type === 'image/webp') return webp
  const context = canvas.getContext('2d')
  if (context) {
    context.globalCompositeOperation = 'destination-over'
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  return canvas.convertToBlob({ type: 'image/jpeg', quality })
}

/** Scales a size down so that no side is longer than `most` pixels. Keeps the ratio of the sides. */
function within({ width, height }: Size, most: number): Size {
  const scale = Math.min(1, most / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
