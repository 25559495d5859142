import type { SocialLink } from './profile.ts'

type Network = SocialLink['network']

/** The address of the page of `your-shop` in each social network. */
export const SOCIAL_EXAMPLES: Record<Network, string> = {
  Instagram: 'https://www.instagram.com/your-shop',
  Facebook: 'https://www.facebook.com/your-shop',
  YouTube: 'https://www.youtube.com/@your-shop',
  TikTok: 'https://www.tiktok.com/@your-shop',
  X: 'https://x.com/your-shop',
  Mastodon: 'https://mastodon.social/@your-shop',
  Pinterest: 'https://www.pinterest.com/your-shop',
}

/** The domains of each network. Mastodon has none, because everyone can run a server of it. */
const DOMAINS: Record<Network, RegExp> = {
  Instagram: /(^|\.)(instagram\.com|instagr\.am|ig\.me)$/,
  Facebook: /(^|\.)(facebook\.com|fb\.com|fb\.me|m\.me)$/,
  YouTube: /(^|\.)(youtube\.com|youtu\.be)$/,
  TikTok: /(^|\.)tiktok\.com$/,
  X: /(^|\.)(x\.com|twitter\.com)$/,
  Mastodon: /\.[a-z][a-z\d-]+$/,
  Pinterest: /(^|\.)(pinterest(\.[a-z]{2,3}){1,2}|pin\.it)$/,
}

/**
 * Returns the URL of a shop's page in a social network, or null if the typed text does not lead to one. The text is a
 * name in the network such as `@your-shop`, in Mastodon with its server, or an address with or without `https://`.
 */
export function socialUrl(network: Network, typed: string): string | null {
  const text = typed.trim()
  const [, handle, server] = /^@?([\p{L}\p{N}_-][\p{L}\p{N}_.-]*)@([a-z\d.-]+)$/iu.exec(text) ?? []
  if (network === 'Mastodon' && handle && server) return checkedUrl(network, `https://${server}/@${handle}`)
  // Without `@`, a text with a dot can also be an address, such as `your-shop.example`.
  const [, name] = /^(?:@(?=[^@]+$)|(?=[^.]+$))([\p{L}\p{N}_.-]+)$/u.exec(text) ?? []
  if (name) return network === 'Mastodon' ? null : SOCIAL_EXAMPLES[network].replace('your-shop', name)
  return checkedUrl(network, /^https?:\/\//i.test(text) ? text : `https://${text}`)
}

function checkedUrl(network: Network, text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || /\s/.test(text) || url.username || url.password || !/^https?:\/\/[^@/]+(\/|$)/i.test(text))
    return null
  // A page has a path, but for a server of Mastodon that only one person uses.
  const isPage = network === 'Mastodon' || url.pathname !== '/'
  return isPage && DOMAINS[network].test(url.hostname) ? text : null
}

/** Says what to type for a social network, as the end of a sentence such as `Write …`. */
export function socialForm(network: Network): string {
  const name = network === 'Mastodon' ? '@your-shop@mastodon.social' : '@your-shop'
  return `${name} or an address such as ${SOCIAL_EXAMPLES[network]}`
}
