import { Type } from 'typebox'
import type { Static } from 'typebox'
import { exact, Img, Name, NewEmail, NOT_BLANK, oneOf, Text } from '../fields.ts'
import {
  LEGAL_LENGTH,
  legalPages,
  MAX_HOME_SECTIONS,
  MAX_TESTIMONIALS,
  productAudiences,
  socialNetworks,
} from './choices.ts'
import type { LegalPage } from './choices.ts'
import { DEFAULT_HOME, HomeSection } from './home.ts'

/* The schemas of what the shop's owner says about the shop: its name, texts, pictures, colour and legal pages. */

/** The name of the shop. It is short, because it is part of every title and the sender of every mail. */
const ShopName = Type.String({ minLength: 1, maxLength: 60, pattern: NOT_BLANK })

/** A text that is not empty. */
const Word = Type.String({ minLength: 1, maxLength: 120, pattern: NOT_BLANK })

/** A link that begins with `https://` or `http://`. */
const Link = Type.String({ maxLength: 500, pattern: '^https?://[^\\s\\u0000]+$' })

export const SocialLink = exact({ network: oneOf(socialNetworks), url: Link })

export type SocialLink = Static<typeof SocialLink>

/** What a customer says about the shop. `from` describes the customer, and `picture` may be empty. */
export const Testimonial = exact({ name: Name, from: Text(120), quote: Text(600), picture: Img })

export type Testimonial = Static<typeof Testimonial>

const LegalText = Text(LEGAL_LENGTH)

/**
 * How dates are written: `iso` is 2026-11-22, `dayFirst` is 22 November 2026 and `monthFirst` is November 22, 2026. Short
 * dates in tables are 22/11/2026 and 11/22/2026.
 */
export const dateStyles = ['iso', 'dayFirst', 'monthFirst'] as const

export type DateStyle = (typeof dateStyles)[number]

/**
 * Texts for customers that the specification spells in its own way: the name of a rating, the heading of the page for an
 * unknown address, the message after a login, and that a password is too short.
 */
const ShopWords = exact({
  rating: Word,
  notFound: Word,
  loggedIn: Word,
  shortPassword: Word,
})

/**
 * How pages are framed: `specified` as the specification says, or `storefront`, with a short menu in the header, and
 * pages for admins outside of it.
 */
const frames = ['storefront', 'specified'] as const

/**
 * The public profile of the shop. Empty texts and pictures are not shown. A picture is the URL of an uploaded picture,
 * or `site:` and the name of one of the demo shop's pictures.
 */
export const ShopProfile = exact({
  name: ShopName,
  tagline: Text(160),
  logo: Img,
  hero: exact({ picture: Img, sentence: Text(160) }),
  /** Paragraphs are separated by empty lines. `pictureText` describes the picture to those who cannot see it. */
  story: exact({ text: Text(4000), picture: Img, pictureText: Text(200) }),
  testimonials: Type.Array(Testimonial, { maxItems: MAX_TESTIMONIALS }),
  home: Type.Array(HomeSection, { maxItems: MAX_HOME_SECTIONS }),
  words: ShopWords,
  socialLinks: Type.Array(SocialLink, { maxItems: socialNetworks.length }),
  contact: exact({ email: Type.Union([NewEmail, Type.Literal('')]), phone: Text(40), address: Text(400) }),
  /** One line for each day or group of days, such as `Mon to Fri 8:00 to 17:00`. */
  openingHours: Text(600),
  /** The colour of buttons and links, such as `#7a4a21`. Empty for the colour of the design. */
  accent: Type.String({ pattern: '^(#[0-9a-f]{6})?$' }),
  dateStyle: oneOf(dateStyles),
  frame: oneOf(frames),
  /** Whether the stars that the owner gives to brands and products are shown. */
  showsOwnRatings: Type.Boolean(),
  /**
   * The notice of the legal guarantee in the EU, which the checkout shows (Regulation (EU) 2025/1960). `pictureText` is what
   * stands on it.
   */
  notice: exact({ picture: Img, pictureText: Text(4000) }),
  /** The texts of the legal pages in Markdown. */
  legal: exact({ imprint: LegalText, privacy: LegalText, terms: LegalText, delivery: LegalText }),
})

export type ShopProfile = Static<typeof ShopProfile>

/** The profile of a real shop until an admin publishes another one. */
export const DEFAULT_PROFILE: ShopProfile = {
  name: 'Coffee shop',
  tagline: '',
  logo: '',
  hero: { picture: '', sentence: '' },
  story: { text: '', picture: '', pictureText: '' },
  testimonials: [],
  home: DEFAULT_HOME,
  words: {
    rating: 'Rating',
    notFound: 'Sorry, there is nothing at this address',
    loggedIn: 'You are logged in',
    shortPassword: 'The password must have 6 characters or more',
  },
  socialLinks: [],
  contact: { email: '', phone: '', address: '' },
  openingHours: '',
  accent: '',
  dateStyle: 'iso',
  frame: 'storefront',
  showsOwnRatings: false,
  notice: { picture: '', pictureText: '' },
  legal: { imprint: '', privacy: '', terms: '', delivery: '' },
}

/**
 * Whether visitors can use the shop, and who can see the pages of its products. Until the shop is open, visitors see only
 * that it opens soon.
 */
export const ShopOpening = exact({ isOpen: Type.Boolean(), productsFor: oneOf(productAudiences) })

export type ShopOpening = Static<typeof ShopOpening>

/** The demo shop is open, and shows its products to those who are signed in, as the specification says. */
export const DEMO_OPENING: ShopOpening = { isOpen: true, productsFor: 'signedIn' }

/** A real shop until an admin opens it. */
export const DEFAULT_OPENING: ShopOpening = { isOpen: false, productsFor: 'everyone' }

/**
 * What every page gets of the profile and the opening. `home` has the sections that are shown. `legalPages` are the legal
 * pages that have a text. The text itself is only sent with its page, and that of the notice to the checkout.
 */
export type PageShop = Omit<ShopProfile, 'legal' | 'notice'> &
  ShopOpening & { legalPages: LegalPage[]; notice: Pick<ShopProfile['notice'], 'picture'> }

/** Returns what every page gets of a profile and an opening. */
export function pageShopOf(
  { legal, home, notice: { picture }, ...profile }: ShopProfile,
  opening: ShopOpening,
): PageShop {
  return {
    ...profile,
    ...opening,
    notice: { picture },
    home: home.filter(({ isShown }) => isShown),
    legalPages: legalPages.filter((name) => legal[name].trim() !== ''),
  }
}
