/** A width and a height in pixels. */
export type Size = { width: number; height: number }

/** A rectangular part of a picture, in pixels. `x` and `y` are its top left corner. */
export type Area = Size & { x: number; y: number }

/**
 * Decodes a picture file, and rotates the picture as its EXIF orientation says. Rejects if the browser cannot decode
 * the file.
 */
export function decode(file: Blob): Promise<ImageBitmap> {
  return createImageBitmap(file, { imageOrientation: 'from-image' })
}

export function middleSquare({ width, height }: Size): Area {
  const side = Math.min(width, height)
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), width: side, height: side }
}

/**
 * Draws a part of a picture to a new canvas. The part is scaled down if necessary, so that no side of the canvas is
 * longer than `max` pixels.
 */
export function draw(picture: ImageBitmap, area: Area, max: number): OffscreenCanvas {
  const { width, height } = within(area, max)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw pictures')
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, width, height)
  return canvas
}

/**
 * Encodes a canvas as WebP. Browsers that cannot encode WebP, such as Safari, encode it as JPEG, and its transparent
 * parts become white. Without this fallback, these browsers would produce a far larger PNG file.
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

/** Scales a size down so that no side is longer than `max` pixels. The ratio of the sides stays the same. */
function within({ width, height }: Size, max: number): Size {
  const scale = Math.min(1, max / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
