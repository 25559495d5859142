import { useRef, useState } from 'react'
import type { ChangeEvent } from 'react'
import type { Photo } from './photo.ts'
import { readPhoto } from './read-photo.ts'

/**
 * What a file input does with a chosen or dropped file, which browsers hand to it alike: reads it, and answers with
 * the picture or with what is wrong. Of two files chosen quickly the later counts.
 */
export function useChooser(onChoose: (photo: Photo) => void, onRefuse: (problem: string) => void) {
  const [over, setOver] = useState(false)
  const latest = useRef<File>(null)

  async function change({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const file = input.files?.[0]
    if (!file) return
    latest.current = file
    // Otherwise the browser reports no change when the same file is chosen again.
    input.value = ''
    const found = await readPhoto(file)
    if (latest.current !== file) return
    if (typeof found === 'string') onRefuse(found)
    else onChoose(found)
  }

  const handlers = {
    onChange: (event: ChangeEvent<HTMLInputElement>) => void change(event),
    onDragEnter: () => setOver(true),
    onDragLeave: () => setOver(false),
    onDrop: () => setOver(false),
  }
  return { over, handlers }
}
