import sharp from 'sharp'

/** A file in memory, as Playwright's `setInputFiles` expects it. */
export type PictureFile = { name: string; mimeType: string; buffer: Buffer }

/**
 * Draws a JPEG of a cup on a background of random colour, so that each picture is different. `width` and `height` are
 * in px.
 */
export async function drawPicture({
  name = 'cup.jpg',
  width = 900,
  height = 600,
} = {}): Promise<PictureFile> {
  const colour = `hsl(${Math.floor(Math.random() * 360)} 40% ${30 + Math.random() * 40}%)`
  const cup = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${colour}"/><circle cx="50%" cy="50%" r="30%" fill="#3b2317"/></svg>`
  const buffer = await sharp(Buffer.from(cup)).jpeg().toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}
