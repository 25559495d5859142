import type { FastifyInstance } from 'fastify'
import { EncodedResponse, sendEncoded } from '#server/platform/http/response-cache.ts'
import type { ShopProfiles } from '#server/shop/shop-profiles.ts'
import { calls } from '#contract/api.ts'
import type { Access, Call } from '#contract/call.ts'
import { problems } from '#contract/errors.ts'
import { openApiDocument } from './openapi.ts'

type DocsSetup = { version: string; profiles: ShopProfiles }

/**
 * Adds the routes of the API documentation: an OpenAPI document, and an HTML page with its stylesheet. Each is
 * generated at its first request and then cached until the shop gets another name.
 */
export function docsRoutes(app: FastifyInstance, { version, profiles }: DocsSetup): void {
  const nameOf = async () => (await profiles.current()).profile.name
  serve(app, '/api/openapi.json', {
    type: 'application/json',
    nameOf,
    make: (name) => JSON.stringify(openApiDocument({ name, version })),
  })
  serve(app, '/api/docs', { type: 'text/html', nameOf, make: docsPage })
  serve(app, '/api/docs.css', { type: 'text/css', nameOf, make: () => docsStyle })
}

type Served = { type: string; nameOf: () => Promise<string>; make: (name: string) => string }

function serve(app: FastifyInstance, path: string, { type, nameOf, make }: Served): void {
  let made: { name: string; response: EncodedResponse } | null = null
  app.get(path, async (request, reply) => {
    const name = await nameOf()
    if (made?.name !== name) {
      const kind = { type: `${type}; charset=utf-8`, cacheControl: 'no-cache' }
      made = { name, response: new EncodedResponse(make(name), kind) }
    }
    return sendEncoded(request, reply, made.response)
  })
}

const WHO: Record<Access, string> = {
  public: 'anybody',
  session: 'the browser that is signed in (cookie)',
  signedIn: 'a shopper (access token)',
  product: 'access token, if the shop says so',
  admin: 'an admin (access token)',
}

/** Returns the API documentation of the shop `name` as an HTML page without scripts, with one stylesheet. */
function docsPage(name: string): string {
  const entries = Object.entries<Call>(calls)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Calls | ${escapeText(name)}</title><link rel="stylesheet" href="/api/docs.css"></head><body><main>
<h1>Calls</h1>
<p>All paths are under <code>/api</code>. The same as a machine reads it: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<nav aria-label="Calls"><ul>${entries.map(([call]) => `<li><a href="#${anchor(call)}">${escapeText(call)}</a></li>`).join('')}</ul></nav>
${entries.map((entry) => section(...entry)).join('\n')}
<section><h2 id="problems">Problems</h2><p>Anything that is not done is answered as <code>application/problem+json</code> (RFC 9457) with a stable <code>code</code>.</p>
<table><thead><tr><th scope="col">code</th><th scope="col">status</th><th scope="col">title</th></tr></thead><tbody>${Object.entries(
    problems,
  )
    .map(
      ([code, { status, title }]) =>
        `<tr><td><code>${code}</code></td><td>${status}</td><td>${escapeText(title)}</td></tr>`,
    )
    .join('')}</tbody></table></section>
</main></body></html>`
}

const docsStyle = `:root{color-scheme:light dark;background:#fff;color:#1c1410}a{color:#7a3b0c}@media (prefers-color-scheme:dark){:root{background:#1c1410;color:#f5eadb}a{color:#f0b27a}}body{font:16px/1.6 system-ui,sans-serif;margin:0;padding:1rem}main{max-width:60rem;margin:auto}ul{padding-left:1.2rem}code{font-size:.9em}pre{overflow-x:auto;padding:1rem;border:1px solid;border-radius:.5rem}h2{margin-top:2.5rem;overflow-wrap:anywhere}table{border-collapse:collapse;display:block;overflow-x:auto}td,th{text-align:left;padding:.3rem 1rem .3rem 0}`

function section(name: string, call: Call): string {
  return `<section><h2 id="${anchor(name)}">${escapeText(name)}</h2><p>${escapeText(call.summary)}. For ${WHO[call.access]}.</p>${[
    part('Query', call.query),
    part('Body', call.body),
    part('Answer', call.answer),
  ].join('')}</section>`
}

function part(title: string, schema: unknown): string {
  if (!schema) return ''
  return `<h3>${title}</h3><pre tabindex="0" aria-label="${title} schema">${escapeText(JSON.stringify(schema, null, 2))}</pre>`
}

function anchor(name: string): string {
  return name.replaceAll(/[^A-Za-z]+/g, '-').toLowerCase()
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
