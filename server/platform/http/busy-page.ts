import type { IncomingHttpHeaders } from 'node:http'
import { problems } from '#contract/errors.ts'
import { contentSecurityPolicy, styleSource } from './security-headers.ts'

const style =
  ':root{color-scheme:light dark;background:#fff;color:#1c1410}@media (prefers-color-scheme:dark){:root{background:#1c1410;color:#f5eadb}}' +
  'body{font:1.125rem/1.6 system-ui,sans-serif;margin:0;padding:20vh 1.5rem;text-align:center}a{color:inherit}'

const { title } = problems.busy

/**
 * The page that a browser gets while the shop is too busy to render pages, or is not open. It needs no other file. The
 * id of the request helps the operator to find it in the log.
 */
export function busyPage(requestId?: string): string {
  const report = requestId ? `<p><small>Request ${requestId}</small></p>` : ''
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Busy</title><style>${style}</style></head><body><main><h1>Just a moment</h1><p>${title}</p><p><a href="">Try again</a></p>${report}</main></body></html>`
}

export const busyPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': contentSecurityPolicy({
    style: [styleSource(style)],
  }),
}

/** Returns whether the client requests a page, and does not make an API call. */
export function wantsPage({ headers }: { headers: IncomingHttpHeaders }): boolean {
  return headers.accept?.includes('text/html') ?? false
}
