import { DEMO_PROFILE } from '#contract/shop/demo-profile.ts'

/** Returns the texts of the demo shop's profile, which no page and no mail of another shop may contain. */
export function demoTexts(): string[] {
  const { name, tagline, hero, story, testimonials } = DEMO_PROFILE
  const texts = [
    name,
    tagline,
    hero.sentence,
    ...story.text.split('\n\n'),
    story.pictureText,
    ...testimonials.flatMap((testimonial) => [testimonial.name, testimonial.from, testimonial.quote]),
  ]
  return texts.filter((text) => text !== '')
}
