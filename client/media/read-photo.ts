import { fileProblem, pixelProblem } from './photo.ts'
import type { Photo } from './photo.ts'
import { words } from './texts.ts'

/**
 * Looks at a chosen file: answers it with its preview, or what is wrong with it in words. The preview is a data
 * address, because the content security policy shows no other kind of local picture.
 */
export async function readPhoto(file: File): Promise<Photo | string> {
  const problem = fileProblem(file)
  if (problem) return problem
  try {
    const preview = await dataAddress(file)
    const image = new Image()
    image.src = preview
    await image.decode()
    return (
      pixelProblem(file.name, { width: image.naturalWidth, height: image.naturalHeight }) ?? { file, preview, address: null }
    )
  } catch {
    return words.unreadable(file.name)
  }
}

function dataAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read')))
    reader.readAsDataURL(file)
  })
}
