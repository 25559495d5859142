import { usePageState } from '#client/lib/page-state.ts'
import { BagSection } from './bag-section.tsx'
import { CoffeeSection } from './coffee-section.tsx'
import { Hero } from './hero.tsx'
import { ReviewSection } from './review-section.tsx'
import { StorySection } from './story-section.tsx'

/**
 * Home: the five sections of specification section 2, in order. The story and the reviews are invented, so a real
 * shop is shown without them.
 */
export function HomePage() {
  const { demo } = usePageState().settings
  return (
    <div className="home">
      <Hero story={demo} />
      <CoffeeSection />
      {demo && <StorySection />}
      <BagSection />
      {demo && <ReviewSection />}
    </div>
  )
}
