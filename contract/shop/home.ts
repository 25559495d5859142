import { Type } from 'typebox'
import type { Static } from 'typebox'
import { exact, Img, oneOf, Text } from '../fields.ts'
import { homeKinds, homeSection } from './choices.ts'

/*
 * The sections of the home page. The owner chooses their order, their headings and buttons, and which of them are shown.
 * What the story and the reviews say stands in the profile of the shop.
 */

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

/** The home page of a new shop. */
export const DEFAULT_HOME: HomeSection[] = [
  homeSection('hero', { button: 'Buy coffee', other: 'About us' }),
  homeSection('coffees', { heading: 'Our coffees', button: 'See all coffees' }),
  homeSection('story', { heading: 'Our story', button: 'Write to us' }),
  homeSection('reviews', { heading: 'What our customers say' }),
  homeSection('brands', { heading: 'Where our coffees come from', button: 'See coffees' }, false),
  homeSection('bags', { heading: 'Coffee by the bag', button: 'See bag' }, false),
]
