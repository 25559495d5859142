import { useRef, useState } from 'react'
import type { ChangeEvent } from 'react'
import { decode, draw, encode } from './draw-picture.ts'
import { fileProblem, unreadable } from './photo.ts'
import type { Photo } from './photo.ts'

export type ChooserCallbacks = {
  onChoose: (photo: Photo) => void
  /** Called with an error message if the file is refused. The picture that was chosen before stays. */
  onRefuse: (problem: string) => void
  /** Called when a file is chosen, with a promise of whether it could be read. */
  onRead: (reading: Promise<boolean>) => void
}

/**
 * The handlers of a file input. They read a chosen or dropped file, and call back with the picture or with an error
 * message. If a second file is chosen while the first is read, only the second counts. `over` is true while a file is
 * dragged over the input.
 */
export function useChooser({ onChoose, onRefuse, onRead }: ChooserCallbacks) {
  const [over, setOver] = useState(false)
  const latest = useRef<File>(null)

  function change({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const file = input.files?.[0]
    if (!file) return
    latest.current = file
    // Without this the browser reports no change when the same file is chosen again.
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

/** The longest side of a preview, in pixels. It is sharp on a screen with two pixels per CSS pixel. */
const PREVIEW_SIDE = 960

/**
 * Reads a chosen file. Resolves to the picture with its preview, or to an error message. The preview is a data URL,
 * because the content security policy allows no other local pictures.
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
