import { FindBox } from '../search/find-box.tsx'
import { WaitsForPacker } from '../summary/what-waits.tsx'
import { StartNote } from './start-note.tsx'

/** What stands above every page of the dashboard: the search, and notes. */
export function PageTop() {
  return (
    <>
      <FindBox />
      <StartNote />
      <WaitsForPacker />
    </>
  )
}
