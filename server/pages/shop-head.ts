import { createHash } from 'node:crypto'
import { accentCss } from '#contract/values/contrast.ts'
import type { CurrentShop } from '#server/shop/shop-profiles.ts'
import { MANIFEST_PATH } from '#server/shop/manifest.ts'

/** A part of a document's head, and the hash of the style in it, as a source of the content security policy. */
export type ShopHead = { html: string; styleSource: string | null }

/**
 * Returns what the head of every page contains of the shop's profile: the icons, the web manifest, and the accent colour
 * as a style. The URLs contain the version of the profile, so that browsers load the files again when it changes.
 */
export function shopHead({ profile, version }: CurrentShop): ShopHead {
  const v = `?v=${version}`
  const links = [
    `<link rel="icon" href="/favicon.ico${v}" sizes="32x32">`,
    `<link rel="icon" type="image/svg+xml" href="/favicon.svg${v}">`,
    `<link rel="apple-touch-icon" href="/apple-touch-icon.png${v}">`,
    `<link rel="manifest" href="${MANIFEST_PATH}${v}">`,
  ].join('')
  const css = accentCss(profile.accent)
  if (css === '') return { html: links, styleSource: null }
  const hash = createHash('sha256').update(css).digest('base64')
  return { html: `${links}<style>${css}</style>`, styleSource: `'sha256-${hash}'` }
}
