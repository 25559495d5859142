/** A thin bar along the top of the page while something is on its way. */
export function LoadingBar({ label = 'Loading' }: { label?: string }) {
  return (
    <>
      <div className="loading-bar" role="progressbar" aria-label={label}>
        <span />
      </div>
      <noscript>
        <p className="page">This page needs JavaScript, which your browser has switched off.</p>
      </noscript>
    </>
  )
}
