import { createHash } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

type Kind = 'avif' | 'webp'
/**
 * The width of a picture file in pixels, and the quality (1 to 100) of the AVIF and of the WebP file with that width.
 */
export interface Size { width: number, avif: number, webp: number }

const kinds: Kind[] = ['avif', 'webp']

/**
 * Renders a drawing as image files: for every width, `<name>-<width>.avif` and `<name>-<width>.webp` in the folder.
 */
export async function renderAll(svg: string,
    { folder, name, sizes }: { folder: URL, name: string, sizes: Size[] }): Promise<void> {
  await mkdir(folder, { recursive: true })
  const widest = Math.max(...sizes.map((size) => size.width))
  const drawing = sharp(Buffer.from(svg)).resize({ width: widest }).removeAlpha()
  const master = await drawing.png({ compressionLevel: 1 }).toBuffer()
  for (const size of sizes) {
    for (const kind of kinds) {
      await writeFile(new URL(`${name}-${size.width}.${kind}`, folder), await encoded(master, size, kind))
    }
  }
}

export async function renderPng(svg: string, file: URL, width: number): Promise<void> {
  await sharp(Buffer.from(svg)).resize({ width }).png({ palette: true }).toFile(fileURLToPath(file))
}

/** Returns a hash of a drawing's SVG, as 16 hexadecimal digits. */
export function fingerprint(svg: string): string {
  return createHash('sha256').update(svg).digest('hex').slice(0, 16)
}

/**
 * Returns the mean colour of a picture as six hexadecimal digits. The shop shows this colour until the picture has
 * loaded.
 */
export async function placeholderColour(svg: string): Promise<string> {
  const { data } = await sharp(Buffer.from(svg)).resize(1, 1,
      { fit: 'fill' }).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return data.subarray(0, 3).toString('hex')
}

export function filesOf(id: string, sizes: Size[]): string[] {
  return sizes.flatMap(({ width }) => kinds.map((kind) => `${id}-${width}.${kind}`))
}

export async function namesIn(folder: URL): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  return readdir(folder)
}

export async function removeFrom(folder: URL, names: string[]): Promise<void> {
  await Promise.all(names.map((name) => rm(new URL(name, folder))))
}

function encoded(master: Buffer, { width, avif, webp }: Size, kind: Kind): Promise<Buffer> {
  const image = sharp(master).resize({ width })
  if (kind === 'avif') return image.avif({ quality: avif, effort: 4, chromaSubsampling: '4:4:4' }).toBuffer()
  return image.webp({ quality: webp, effort: 6, smartSubsample: true }).toBuffer()
}
