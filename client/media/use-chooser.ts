import { useRef, useState } from 'react'
import type { ChangeEvent } from 'react'
import type { Photo } from './photo.ts'
import { readPhoto } from './read-photo.ts'

export type Choosing = {
  onChoose: (photo: Photo) => void
  /** Called with what is wrong with a file, in words. The picture before stays. */
  onRefuse: (problem: string) => void
  /** Called when a file is chosen, with a promise of whether it could be read. */
  onRead: (reading: Promise<boolean>) => void
}

/**
 * What a file input does with a chosen or dropped file, which browsers hand to it alike: reads it, and answers with
 * the picture or with what is wrong. Of two files chosen quickly the later counts.
 */
export function useChooser({ onChoose, onRefuse, onRead }: Choosing) {
  const [over, setOver] = useState(false)
  const latest = useRef<File>(null)

  function change({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const file = input.files?.[0]
    if (!file) return
    latest.current = file
    // Otherwise the browser reports no change when the same file is chosen again.
    input.value = ''
    onRead(read(file))
  }

  async function read(file: File): Promise<boolean> {
    const found = await readPhoto(file)
    const isPhoto = typeof found !== 'string'
    if (latest.current !== file) return isPhoto
    if (isPhoto) onChoose(found)
    else onRefuse(found)
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
