import { words } from './texts.ts'

/** How much of an upload has gone, from 0 to 1; once all has gone, that the shop is still at it. */
export function UploadBar({ share }: { share: number }) {
  const percent = Math.round(share * 100)
  const text = share < 1 ? words.uploading : words.settling
  return (
    <div className="upload-bar">
      <span aria-hidden="true">
        {text} <span className="tabular-nums">{percent} %</span>
      </span>
      <progress max={100} value={percent} aria-label={text} />
    </div>
  )
}
