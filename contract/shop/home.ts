import { Type } from 'typebox'
import type { Static } from 'typebox'
import { exact, Img, oneOf, STORABLE } from '../fields.ts'

/*
 * The sections of the home page. The owner chooses their order, their headings and buttons, and which of them are shown.
 * What the story and the reviews say stands in the profile of the shop.
 */

const Text = (maxLength: number) => Type.String({ maxLength, pattern: STORABLE })

/**
 * `coffees` has the coffees that can be bought, with price and notes, `brands` the brands and `bags` the bags. There can be
 * several sections with a `text` of their own, and one of each other kind.
 */
export const homeKinds = ['hero', 'coffees', 'brands', 'story', 'bags', 'reviews', 'text'] as const

export type HomeKind = (typeof homeKinds)[number]

/**
 * A section of the home page. `button` is the text of its buttons, and `other` that of the second button of the hero. Only
 * a section with a `text` of its own has a `picture`, which `pictureText` describes.
 */
export const HomeSection = exact({
  kind: oneOf(homeKinds),
  isShown: Type.Boolean(),
  heading: Text(120),
  button: Text(40),
  other: Text(40),
  text: Text(4000),
  picture: Img,
  pictureText: Text(200),
})

export type HomeSection = Static<typeof HomeSection>

export const MAX_HOME_SECTIONS = 20

type Words = Partial<Pick<HomeSection, 'heading' | 'button' | 'other'>>

/** Returns a section of the home page with these words. */
export function homeSection(kind: HomeKind, words: Words, isShown = true): HomeSection {
  const empty = { heading: '', button: '', other: '', text: '', picture: '', pictureText: '' }
  return { kind, isShown, ...empty, ...words }
}

/** The home page of a new shop. */
export const DEFAULT_HOME: HomeSection[] = [
  homeSection('hero', { button: 'Buy coffee', other: 'About us' }),
  homeSection('coffees', { heading: 'Our coffees', button: 'See all coffees' }),
  homeSection('story', { heading: 'Our story', button: 'Write to us' }),
  homeSection('reviews', { heading: 'What our customers say' }),
  homeSection('brands', { heading: 'Where our coffees come from', button: 'See coffees' }, false),
  homeSection('bags', { heading: 'Coffee by the bag', button: 'See bag' }, false),
]
