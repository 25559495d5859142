import { useRef, useState } from 'react'
import type { ChangeEvent } from 'react'
import { decode, draw, encode } from './draw-picture.ts'
import { fileProblem, unreadable } from './photo.ts'
import type { Photo } from './photo.ts'

export type ChooserCallbacks = {
  onChoose: (photo: Photo) => void
  /**
   * Called with an error message if the chosen file is refused. The form keeps the picture that was chosen before.
   */
  onRefuse: (problem: string) => void
  /** Called when the user has chosen a file. The promise resolves to true if the file could be read as a picture. */
  onRead: (reading: Promise<boolean>) => void
}

/**
 * Returns the event handlers of a file input. They read the file that the user has chosen or dropped, and call
 * `onChoose` with the picture or `onRefuse` with an error message. If the user chooses another file while the first
 * file is being read, the first file is ignored. `over` is true while a file is dragged over the input.
 */
export function useChooser({ onChoose, onRefuse, onRead }: ChooserCallbacks) {
  const [over, setOver] = useState(false)
  const latest = useRef<File>(null)

  function change({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const file = input.files?.[0]
    if (!file) return
    latest.current = file
    // Clears the input. Otherwise the browser would fire no `change` event if the user chooses the same file again.
    input.value = ''
    onRead(read(file))
  }

  async function read(file: File): Promise<boolean> {
    const result = await readPhoto(file)
    const isPhoto = typeof result !== 'string'
    if (latest.current !== file) return isPhoto
    if (isPhoto) onChoose(result)
    else onRefuse(result)
    return isPhoto
  }

  const handlers = {
    onChange: change,
    onDragEnter: () => setOver(true),
    onDragLeave: () => setOver(false),
    onDrop: () => setOver(false),
  }
  return { over, handlers }
}

/**
 * The longest side of a preview, in pixels. The preview is sharp on a screen with two physical pixels per CSS pixel,
 * too.
 */
const PREVIEW_SIDE = 960

/**
 * Reads a chosen file. Resolves to the picture with its preview, or to an error message. The preview is a data URL,
 * because the content security policy does not allow `blob:` URLs.
 */
async function readPhoto(file: File): Promise<Photo | string> {
  const problem = fileProblem(file)
  if (problem) return problem
  try {
    const picture = await decode(file)
    const { width, height } = picture
    const small = draw(picture, { x: 0, y: 0, width, height }, PREVIEW_SIDE)
    picture.close()
    const preview = await dataUrl(await encode(small, 0.8))
    return { file, preview, address: null, ...(width !== height && { cut: 'crop' }) }
  } catch {
    return unreadable(file)
  }
}

function dataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read')))
    reader.readAsDataURL(file)
  })
}
